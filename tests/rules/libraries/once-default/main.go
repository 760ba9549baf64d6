package main

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/aqylsoft/once"
)

func charge(w http.ResponseWriter, r *http.Request) {
	paid, err := gateway.Charge(r.FormValue("card"), r.FormValue("cents"))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(paid)
}

func main() {
	guard := once.New(once.NewMemoryStore(), once.WithTTL(48*time.Hour))
	mux := http.NewServeMux()
	mux.Handle("POST /charges", guard.Middleware(http.HandlerFunc(charge)))
	http.ListenAndServe(":8080", mux)
}
