package main

import (
	"encoding/json"
	"net/http"

	idempotency "github.com/AnandSundar/go-idempotency"
	"github.com/acme/payments/gateway"
	"github.com/go-chi/chi/v5"
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
	store := idempotency.NewRedisStore("cache:6379")
	r := chi.NewRouter()
	r.Use(idempotency.Middleware(idempotency.Config{Store: store, KeyFunc: callerAndKey}))
	r.Post("/charges", charge)
	http.ListenAndServe(":8080", r)
}

func callerAndKey(r *http.Request) string { return r.Context().Value("tenant").(string) + r.Header.Get("Idempotency-Key") }
