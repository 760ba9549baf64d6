package notify

import (
	"net/smtp"
	"time"
)

func Send(to string, body []byte) error {
	var err error
	for attempt := 0; attempt < 5; attempt++ {
		err = smtp.SendMail("mail.example.com:25", nil, "shop@example.com", []string{to}, body)
		if err == nil {
			return nil
		}
		time.Sleep(2 * time.Second)
	}
	return err
}
