package pay

import (
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/paymentintent"
)

func Invoice(id string, cents int64) (*stripe.PaymentIntent, error) {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("invoice-" + id)
	return paymentintent.New(params)
}
