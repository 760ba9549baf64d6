package main

import (
	"database/sql"
	"net/http"
	"os/exec"
)

type notes struct {
	db *sql.DB
}

// ServeHTTP makes notes a handler of its own.
func (n *notes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = n.db.ExecContext(r.Context(), "INSERT INTO notes(text) VALUES ($1)", r.FormValue("text"))
}

func (n *notes) list(w http.ResponseWriter, r *http.Request) {
	_, _ = n.db.QueryContext(r.Context(), "SELECT text FROM notes")
}

func (n *notes) remove(w http.ResponseWriter, r *http.Request) {
	const statement = `
		-- by its number
		DELETE FROM notes WHERE id = $1`
	_, _ = n.db.Exec(statement, r.PathValue("id"))
}

func convert(w http.ResponseWriter, r *http.Request) {
	_ = exec.CommandContext(r.Context(), "convert", "in.png", "out.jpg").Run()
}

func logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { next.ServeHTTP(w, r) })
}

func main() {
	db, err := sql.Open("sqlite", "notes.db")
	if err != nil {
		panic(err)
	}
	n := &notes{db: db}
	api := http.NewServeMux()
	api.Handle("POST /notes", logged(n))
	api.HandleFunc("GET /notes", n.list)
	api.HandleFunc("DELETE /notes/{id}", n.remove)
	api.Handle("POST notes.test/images/{name...}", http.HandlerFunc(convert))

	http.Handle("/api/", logged(http.StripPrefix("/api", api)))
	http.HandleFunc("POST /convert", convert)
	_ = http.ListenAndServe(":8080", nil)
}
