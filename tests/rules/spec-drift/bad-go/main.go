package main

import (
	"net/http"

	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/charge"
)

func pay(w http.ResponseWriter, r *http.Request) {
	if _, err := charge.New(&stripe.ChargeParams{Amount: stripe.Int64(100)}); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func main() {
	http.HandleFunc("POST /api/payments", pay)
	_ = http.ListenAndServe(":8080", nil)
}
