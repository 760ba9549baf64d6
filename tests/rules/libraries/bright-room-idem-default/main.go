package main

import (
	"encoding/json"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/bright-room/idem"
	"github.com/bright-room/idem/storage/redis"
)

func charge(w http.ResponseWriter, r *http.Request) {
	paid, err := gateway.Charge(r.FormValue("card"), r.FormValue("cents"))
	if err != nil {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	json.NewEncoder(w).Encode(paid)
}

var shared = redis.New("cache:6379")

func main() {
	once := idem.New()
	http.Handle("POST /charges", once.Handler(http.HandlerFunc(charge)))
	http.ListenAndServe(":8080", nil)
}
