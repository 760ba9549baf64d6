package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/redis/go-redis/v9"
)

type server struct{ rdb *redis.Client }

func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var charge struct {
		Card  string
		Cents int64
	}
	if err := json.Unmarshal(body, &charge); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	sum := sha256.Sum256(body)
	won, err := s.rdb.SetNX(r.Context(), hex.EncodeToString(sum[:]), "1", 72*time.Hour).Result()
	if err != nil || !won {
		w.WriteHeader(http.StatusConflict)
		return
	}
	paid, err := gateway.Charge(charge.Card, charge.Cents)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(paid)
}

func main() {
	s := &server{rdb: redis.NewClient(&redis.Options{})}
	http.HandleFunc("POST /charges", s.charge)
	http.ListenAndServe(":8080", nil)
}
