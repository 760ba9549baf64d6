package main

import (
	"database/sql"
	"encoding/json"
	"net/http"

	"example.com/layers/service"
	"example.com/layers/store"
	"github.com/go-chi/chi/v5"
)

func create(orders service.Orders) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var order store.Order
		json.NewDecoder(r.Body).Decode(&order)
		orders.Create(r.Context(), order)
	}
}

// Near miss: reads only, through the same layers.
func search(orders service.Orders) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		order, _ := orders.Find(r.Context(), r.URL.Query().Get("id"))
		json.NewEncoder(w).Encode(order)
	}
}

func main() {
	pool, _ := sql.Open("pgx", "")
	orders := service.Logged(service.New(store.Open(pool)))
	router := chi.NewRouter()
	router.Post("/orders", create(orders))
	router.Post("/orders/search", search(orders))
	http.ListenAndServe(":8080", router)
}
