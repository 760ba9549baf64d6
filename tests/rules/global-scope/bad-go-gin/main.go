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
	r.POST("/transfers", s.transfer)
	r.Run()
}

func (s *server) transfer(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		c.Status(400)
		return
	}
	tenant := c.GetString("tenant_id")
	done, err := s.db.ExecContext(c, "INSERT INTO idempotency_keys (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING", key)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	if _, err := s.db.ExecContext(c, "INSERT INTO transfers (tenant_id, cents) VALUES ($1, $2)", tenant, c.PostForm("cents")); err != nil {
		c.Status(503)
		return
	}
	paid, err := gateway.Transfer(c.PostForm("to"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
