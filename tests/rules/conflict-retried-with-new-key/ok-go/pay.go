package pay

import (
	"bytes"
	"log"
	"net/http"

	"github.com/google/uuid"
)

// The new id is for the log, after the conflict was handed on.
func Pay(body []byte, key string) (*http.Response, error) {
	req, err := http.NewRequest("POST", "https://pay.example.com/charges", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusConflict {
		return nil, http.ErrNotSupported
	}
	log.Println("paid", uuid.NewString())
	return resp, nil
}
