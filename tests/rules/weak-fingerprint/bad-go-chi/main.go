package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/go-chi/chi/v5"
)

type server struct{ db *sql.DB }

type transfer struct {
	To    string `json:"to"`
	Cents int64  `json:"cents"`
}

func (s *server) transfer(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var body transfer
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	text, _ := json.Marshal(body)
	sum := sha256.Sum256([]byte(r.Method + r.URL.Path))
	print := hex.EncodeToString(sum[:])
	done, err := s.db.ExecContext(r.Context(),
		"INSERT INTO keys (tenant_id, idempotency_key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		r.Context().Value("tenant"), key, print)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	paid, err := gateway.Transfer(body.To, body.Cents)
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.Write(append(text, paid...))
}

func main() {
	s := &server{}
	r := chi.NewRouter()
	r.Post("/transfers", s.transfer)
	http.ListenAndServe(":8080", r)
}
