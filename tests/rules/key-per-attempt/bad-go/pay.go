package pay

import (
	"bytes"
	"net/http"
	"time"

	"github.com/google/uuid"
)

func Pay(body []byte) (*http.Response, error) {
	var last error
	for attempt := 0; attempt < 3; attempt++ {
		req, err := http.NewRequest("POST", "https://pay.example.com/v1/transfers", bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp, nil
		}
		last = err
		time.Sleep(200 * time.Millisecond)
	}
	return nil, last
}
