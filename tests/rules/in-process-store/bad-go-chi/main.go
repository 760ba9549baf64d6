package main

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/go-chi/chi/v5"
	"github.com/redis/go-redis/v9"
)

type receipt struct {
	ID    string `json:"id"`
	Cents int64  `json:"cents"`
}

type payoutRequest struct {
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
}

type handler struct {
	seen map[string]any
}

func (h *handler) payout(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 128 {
		http.Error(w, "Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	if known, ok := h.seen[key]; ok {
		json.NewEncoder(w).Encode(known)
		return
	}
	var body payoutRequest
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	paid, err := gateway.Payout(body.Account, body.Cents)
	if err != nil {
		http.Error(w, "gateway", http.StatusBadGateway)
		return
	}
	h.seen[key] = paid
	json.NewEncoder(w).Encode(paid)
}

func main() {
	h := &handler{seen: map[string]any{}}
	r := chi.NewRouter()
	r.Post("/payouts", h.payout)
	http.ListenAndServe(":8080", r)
}
