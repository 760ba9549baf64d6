package notify

import "net/smtp"

func SendAll(all []string, body []byte) {
	for _, to := range all {
		if err := smtp.SendMail("mail.example.com:25", nil, "shop@example.com", []string{to}, body); err != nil {
			continue
		}
	}
}
