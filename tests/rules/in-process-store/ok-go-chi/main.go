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
	rdb *redis.Client
}

func (h *handler) payout(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 128 {
		http.Error(w, "Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	if known, err := h.rdb.Get(r.Context(), key).Result(); err == nil {
		w.Write([]byte(known))
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
	text, _ := json.Marshal(paid)
	h.rdb.Set(r.Context(), key, text, 72*time.Hour)
	json.NewEncoder(w).Encode(paid)
}

func main() {
	h := &handler{rdb: redis.NewClient(&redis.Options{})}
	r := chi.NewRouter()
	r.Post("/payouts", h.payout)
	http.ListenAndServe(":8080", r)
}
