package main

import (
	"context"
	"net/http"

	"github.com/gorilla/mux"
	"github.com/jmoiron/sqlx"
	"github.com/segmentio/kafka-go"
)

type app struct {
	db     *sqlx.DB
	events *kafka.Writer
}

func (a *app) open(w http.ResponseWriter, r *http.Request) {
	_, err := a.db.NamedExec("INSERT INTO tickets (title) VALUES (:title)", map[string]any{"title": r.FormValue("title")})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	go a.publish(r.Context())
}

func (a *app) publish(ctx context.Context) {
	_ = a.events.WriteMessages(ctx, kafka.Message{Value: []byte("opened")})
}

func (a *app) list(w http.ResponseWriter, r *http.Request) {
	var titles []string
	_ = a.db.Select(&titles, "SELECT title FROM tickets")
}

func (a *app) routes(r *mux.Router) {
	r.HandleFunc("/tickets", a.list).Methods("GET")
	r.HandleFunc("/tickets", a.open).Methods(http.MethodPost).Name("open")
	r.Path("/tickets/{id:[0-9]+}").Methods("PUT", "PATCH").HandlerFunc(a.open)
	admin := r.PathPrefix("/admin").Subrouter()
	admin.Methods("POST").Path("/purge").Handler(http.HandlerFunc(a.open))
}

func main() {
	a := &app{db: sqlx.MustConnect("postgres", ""), events: &kafka.Writer{Topic: "tickets"}}
	r := mux.NewRouter().StrictSlash(true)
	a.routes(r.PathPrefix("/api").Subrouter())
	r.PathPrefix("/static/").Handler(http.FileServer(http.Dir("static")))
	_ = http.ListenAndServe(":8080", r)
}
