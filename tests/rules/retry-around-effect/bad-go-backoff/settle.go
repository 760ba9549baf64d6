package settle

import (
	"github.com/cenkalti/backoff/v4"
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/refund"
)

func Refund(order, charge string) error {
	params := &stripe.RefundParams{Charge: stripe.String(charge)}
	return backoff.Retry(func() error {
		_, err := refund.New(params)
		return err
	}, backoff.NewExponentialBackOff())
}
