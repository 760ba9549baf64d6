package main

import (
	"encoding/json"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/udaykishore-resu/idem"
	"github.com/udaykishore-resu/idem/idemhttp"
	"github.com/udaykishore-resu/idem/store/postgres"
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
	engine := idem.New(postgres.New("postgres://localhost/shop"))
	http.Handle("POST /charges", idemhttp.Middleware(engine)(http.HandlerFunc(charge)))
	http.ListenAndServe(":8080", nil)
}
