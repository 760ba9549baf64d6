package main

import (
	"database/sql"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type server struct{ db *sql.DB }

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/payouts", s.payout)
	r.Run()
}

func (s *server) payout(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if key == "" {
		c.Status(400)
		return
	}
	paid, err := gateway.Payout(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	if _, err := s.db.ExecContext(c, "INSERT INTO payouts (idempotency_key, reference) VALUES ($1, $2)", key, paid.ID); err != nil {
		c.Status(500)
		return
	}
	c.JSON(201, paid)
}
