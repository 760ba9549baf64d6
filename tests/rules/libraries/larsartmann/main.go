package main

import (
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/larsartmann/go-idempotency"
)

type server struct{ seen idempotency.Store }

func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if len(key) < 16 {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if err := s.seen.CheckAndRecord(r.Context(), key); err != nil {
		w.WriteHeader(http.StatusConflict)
		return
	}
	if _, err := gateway.Charge(r.FormValue("card"), r.FormValue("cents")); err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func main() {
	s := &server{seen: idempotency.NewMemoryStore()}
	http.HandleFunc("POST /charges", s.charge)
	http.ListenAndServe(":8080", nil)
}
