package pay

import (
	"bytes"
	"net/http"

	"github.com/google/uuid"
)

func post(body []byte, key string) (*http.Response, error) {
	req, err := http.NewRequest("POST", "https://pay.example.com/charges", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Idempotency-Key", key)
	return http.DefaultClient.Do(req)
}

func Pay(body []byte, key string) (*http.Response, error) {
	resp, err := post(body, key)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusConflict {
		return post(body, uuid.NewString())
	}
	return resp, nil
}
