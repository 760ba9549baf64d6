package main

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/jackc/pgx/v5/pgxpool"
)

type claims struct{ TenantID string }

type ctxKey struct{}

type server struct{ db *pgxpool.Pool }

func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	tenantID := r.Header.Get("X-Tenant-Id")
	tag, err := s.db.Exec(r.Context(), "INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING", tenantID, key)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if tag.RowsAffected() == 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	paid, err := gateway.Charge(r.FormValue("card"), r.FormValue("cents"))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(paid)
}

func main() {
	pool, _ := pgxpool.New(context.Background(), "postgres://localhost/shop")
	s := &server{db: pool}
	http.HandleFunc("POST /charges", s.charge)
	http.ListenAndServe(":8080", nil)
}
