package main

import (
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/gorilla/mux"
	"github.com/moov-io/base/idempotent"
	"github.com/moov-io/base/idempotent/lru"
)

func transfer(recorder idempotent.Recorder) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, seen := idempotent.FromRequest(r, recorder); seen {
			idempotent.SeenBefore(w)
			return
		}
		if _, err := gateway.Transfer(r.FormValue("to"), r.FormValue("cents")); err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}
}

func main() {
	r := mux.NewRouter()
	r.Methods("POST").Path("/transfers").HandlerFunc(transfer(lru.New()))
	http.ListenAndServe(":8080", r)
}
