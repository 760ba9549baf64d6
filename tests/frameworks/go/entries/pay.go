package main

import (
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/charge"
)

func pay(amount int64) error {
	_, err := charge.New(&stripe.ChargeParams{Amount: stripe.Int64(amount)})
	return err
}
