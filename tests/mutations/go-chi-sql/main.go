package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v76"
	stripecharge "github.com/stripe/stripe-go/v76/charge"
)

type server struct{ db *sql.DB }

type chargeRequest struct {
	Card  string `json:"card"`
	Cents int64  `json:"cents"`
}

func fingerprintOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func (s *server) charge(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Idempotency-Key")
	if key == "" || len(key) > 64 {
		http.Error(w, "Idempotency-Key", http.StatusBadRequest)
		return
	}
	var body chargeRequest
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
		http.Error(w, "body", http.StatusBadRequest)
		return
	}
	text, _ := json.Marshal(body)
	print := fingerprintOf(text)
	tenant := r.Context().Value("tenant")
	done, err := s.db.ExecContext(r.Context(),
		"INSERT INTO keys (tenant_id, idempotency_key, fingerprint, expires_at) VALUES ($1, $2, $3, now() + interval '3 days') ON CONFLICT DO NOTHING",
		tenant, key, print)
	if err != nil {
		http.Error(w, "store", http.StatusServiceUnavailable)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		var seen, state, answer string
		if err := s.db.QueryRowContext(r.Context(), "SELECT fingerprint, state, answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2", tenant, key).Scan(&seen, &state, &answer); err != nil {
			http.Error(w, "store", http.StatusServiceUnavailable)
			return
		}
		if seen != print {
			http.Error(w, "another request", http.StatusUnprocessableEntity)
			return
		}
		if state != "done" {
			http.Error(w, "running", http.StatusConflict)
			return
		}
		w.Write([]byte(answer))
		return
	}
	params := &stripe.ChargeParams{Amount: stripe.Int64(body.Cents), Currency: stripe.String("eur")}
	params.SetIdempotencyKey("charge-" + key)
	paid, err := stripecharge.New(params)
	if err != nil {
		http.Error(w, "stripe", http.StatusBadGateway)
		return
	}
	s.db.ExecContext(r.Context(), "UPDATE keys SET answer = $1, state = 'done' WHERE tenant_id = $2 AND idempotency_key = $3", paid.ID, tenant, key)
	json.NewEncoder(w).Encode(paid)
}

func health(w http.ResponseWriter, r *http.Request) { w.Write([]byte("ok")) }

var started, instance = time.Now(), uuid.NewString()

func main() {
	s := &server{}
	r := chi.NewRouter()
	r.Get("/health", health)
	r.Post("/charges", s.charge)
	http.ListenAndServe(":8080", r)
}
