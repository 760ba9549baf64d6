package main

import (
	"crypto/rand"
	"database/sql"
	"encoding/base64"
	"net/http"

	_ "github.com/lib/pq"
)

var db *sql.DB

func newSecret() (string, error) {
	buffer := make([]byte, 32)
	if _, err := rand.Read(buffer); err != nil {
		return "", err
	}
	return base64.URLEncoding.EncodeToString(buffer), nil
}

// The unique column holds what chance made.
func createKey(w http.ResponseWriter, r *http.Request) {
	secret, err := newSecret()
	if err != nil {
		http.Error(w, "no secret", http.StatusInternalServerError)
		return
	}
	_, err = db.Exec("INSERT INTO access_keys (secret, owner) VALUES ($1, $2)", secret, r.FormValue("owner"))
	if err != nil {
		http.Error(w, "not stored", http.StatusInternalServerError)
	}
}

func createVoucher(w http.ResponseWriter, r *http.Request) {
	if _, err := db.Exec("INSERT INTO vouchers (code) VALUES ($1)", r.FormValue("code")); err != nil {
		http.Error(w, "known", http.StatusConflict)
	}
}

func main() {
	http.HandleFunc("POST /secret/uncovered", createKey)
	http.HandleFunc("POST /voucher/covered", createVoucher)
	_ = http.ListenAndServe(":8080", nil)
}
