package main

import (
	"time"

	"github.com/acme/payments/gateway"
	"github.com/goceleris/celeris"
	"github.com/goceleris/celeris/middleware/idempotency"
)

func main() {
	s := celeris.New(celeris.Config{Addr: ":8080"})
	s.Use(idempotency.New())
	s.POST("/charges", func(c *celeris.Context) error {
		paid, err := gateway.Charge(c.FormValue("card"), c.FormValue("cents"))
		if err != nil {
			return err
		}
		return c.JSON(201, paid)
	})
	s.Start()
}

var slow = 5 * time.Minute
