package shop

import (
	"database/sql"
	"net/http"
	"os"

	"github.com/go-chi/chi/v5"
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/charge"
)

var db *sql.DB

func record(id string, total int64) {
	db.Exec("INSERT INTO orders (id, total) VALUES ($1, $2)", id, total)
}

func main() {
	stripe.Key = os.Getenv("STRIPE_KEY")
	db, _ = sql.Open("postgres", "")
	app := chi.NewRouter()
	app.Route("/orders", func(orders chi.Router) {
		// Nothing protects it.
		orders.Post("/", func(w http.ResponseWriter, r *http.Request) {
			charge.New(&stripe.ChargeParams{Amount: stripe.Int64(1)})
			record(r.FormValue("id"), 1)
			w.WriteHeader(200)
		})
		// The key is claimed first, and a repeat is told so.
		orders.Post("/{id}/refund", func(w http.ResponseWriter, r *http.Request) {
			key := r.Header.Get("Idempotency-Key")
			claimed, _ := db.Exec("INSERT INTO refunds (key) VALUES ($1) ON CONFLICT DO NOTHING", key)
			n, _ := claimed.RowsAffected()
			if n == 0 {
				w.WriteHeader(409)
				return
			}
			record(chi.URLParam(r, "id"), 0)
			w.WriteHeader(200)
		})
		// Reads only.
		orders.Get("/{id}", func(w http.ResponseWriter, r *http.Request) {
			db.Query("SELECT * FROM orders WHERE id = $1", chi.URLParam(r, "id"))
			w.WriteHeader(200)
		})
	})
	app.Delete("/carts/{id}", func(w http.ResponseWriter, r *http.Request) {
		db.Exec("DELETE FROM carts WHERE id = $1", chi.URLParam(r, "id"))
		w.WriteHeader(200)
	})
	http.ListenAndServe(":8080", app)
}
