package main

import (
	"database/sql"
	"errors"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/go-chi/chi/v5"
)

type server struct{ db *sql.DB }

func main() {
	s := &server{}
	r := chi.NewRouter()
	r.Post("/payouts/{id}/send", s.send)
	http.ListenAndServe(":8080", r)
}

func (s *server) send(w http.ResponseWriter, r *http.Request) {
	id := chi.URLParam(r, "id")
	done, err := s.db.ExecContext(r.Context(), "UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'new'", id)
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	_, err = gateway.Payout(id, r.FormValue("cents"))
	if errors.Is(err, gateway.ErrRefused) {
		s.db.ExecContext(r.Context(), "UPDATE payouts SET state = 'failed' WHERE id = $1", id)
		w.WriteHeader(http.StatusPaymentRequired)
		return
	}
	if err != nil {
		s.db.ExecContext(r.Context(), "UPDATE payouts SET state = 'outcome_unknown' WHERE id = $1", id)
	}
	w.WriteHeader(http.StatusAccepted)
}
