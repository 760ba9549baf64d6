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
	var answer string
	err := s.db.QueryRowContext(c, "SELECT answer FROM keys WHERE idempotency_key = $1", key).Scan(&answer)
	if err == nil {
		c.String(200, answer)
		return
	}
	paid, err := gateway.Payout(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "INSERT INTO keys (idempotency_key, answer) VALUES ($1, $2)", key, paid.ID)
	c.JSON(201, paid)
}
