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
	done, err := s.db.ExecContext(c, "INSERT INTO payouts (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING", key)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	paid, err := gateway.Payout(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "UPDATE payouts SET reference = $1 WHERE idempotency_key = $2", paid.ID, key)
	c.JSON(201, paid)
}
