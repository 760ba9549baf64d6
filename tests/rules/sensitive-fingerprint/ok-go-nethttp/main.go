package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"net/http"

	"github.com/acme/payments/gateway"
)

type server struct{ db *sql.DB }

func (s *server) signUp(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	sum := sha256.Sum256([]byte(r.FormValue("mandate") + r.FormValue("plan")))
	done, err := s.db.ExecContext(r.Context(),
		"INSERT INTO keys (tenant_id, idempotency_key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		r.Context().Value("tenant"), key, hex.EncodeToString(sum[:]))
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	if _, err := gateway.Charge(r.FormValue("iban"), r.FormValue("plan")); err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func main() {
	s := &server{}
	http.HandleFunc("POST /subscriptions", s.signUp)
	http.ListenAndServe(":8080", nil)
}
