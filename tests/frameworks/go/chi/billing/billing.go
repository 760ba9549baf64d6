// Package billing takes money.
package billing

import (
	"net/http"

	"github.com/go-chi/chi/v5"
	"github.com/stripe/stripe-go/v78"
	"github.com/stripe/stripe-go/v78/paymentintent"
)

// Router is mounted by the main package.
func Router() http.Handler {
	r := chi.NewRouter()
	r.Post("/charges", charge)
	r.Get("/charges/{id}", show)
	return r
}

func charge(w http.ResponseWriter, r *http.Request) {
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(500), Currency: stripe.String("eur")}
	if _, err := paymentintent.New(params); err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
	}
}

func show(w http.ResponseWriter, r *http.Request) {
	_, _ = paymentintent.Get(chi.URLParam(r, "id"), nil)
}
