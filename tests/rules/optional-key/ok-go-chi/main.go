package main

import (
	"database/sql"
	"encoding/json"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/go-chi/chi/v5"
)

type server struct{ db *sql.DB }

func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" {
		http.Error(w, "Idempotency-Key is required", http.StatusBadRequest)
		return
	}
	done, err := s.db.ExecContext(r.Context(),
		"INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING",
		r.Context().Value("tenant"), key)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
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
	s := &server{}
	r := chi.NewRouter()
	r.Post("/charges", s.charge)
	http.ListenAndServe(":8080", r)
}
