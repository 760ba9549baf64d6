package mail

import (
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

var client = sendgrid.NewSendClient("secret")

func Receipt(to *mail.Email) error {
	from := mail.NewEmail("Shop", "shop@example.com")
	_, err := client.Send(mail.NewSingleEmail(from, "Receipt", to, "Thank you", ""))
	return err
}
