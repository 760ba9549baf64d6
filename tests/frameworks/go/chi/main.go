package main

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"example.test/shop/billing"
	"example.test/shop/store"
)

const apiPrefix = "/api"

type server struct {
	router chi.Router
	orders store.Orders
}

func newServer(orders store.Orders) *server {
	s := &server{router: chi.NewRouter(), orders: orders}
	s.routes()
	return s
}

func (s *server) routes() {
	s.router.Route(apiPrefix+"/v1", func(r chi.Router) {
		r.Use(requireUser)
		r.Post("/orders", s.createOrder())
		r.Get("/orders/{id:[0-9]+}", s.showOrder)
		r.With(audit).Group(func(r chi.Router) {
			r.Patch("/orders/{id}", s.renameOrder)
		})
		r.MethodFunc(http.MethodPost, "/orders/search", s.showOrder)
		r.Mount("/billing", billing.Router())
	})
	legacy := chi.NewRouter()
	legacy.Post("/orders", s.createOrder())
	s.router.Handle("/old*", http.StripPrefix("/old", http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		legacy.ServeHTTP(w, req)
	})))
}

func requireUser(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func audit(next http.Handler) http.Handler { return next }

func (s *server) createOrder() http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.orders.Insert(r.Context(), r.FormValue("item")); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.WriteHeader(http.StatusCreated)
	}
}

func (s *server) showOrder(w http.ResponseWriter, r *http.Request) {
	_, _ = s.orders.Find(r.Context(), chi.URLParam(r, "id"))
}

func (s *server) renameOrder(w http.ResponseWriter, r *http.Request) {
	_ = s.orders.Rename(r.Context(), chi.URLParam(r, "id"), r.FormValue("name"))
}

func main() {
	s := newServer(store.Open("postgres://localhost/shop"))
	_ = http.ListenAndServe(":8080", s.router)
}
