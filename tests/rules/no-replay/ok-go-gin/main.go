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
	r.POST("/charges", s.charge)
	r.Run()
}

func (s *server) charge(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		c.Status(400)
		return
	}
	tenant := c.GetString("tenant")
	done, err := s.db.ExecContext(c, "INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING", tenant, key)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		var answer sql.NullString
		if err := s.db.QueryRowContext(c, "SELECT answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2", tenant, key).Scan(&answer); err != nil {
			c.Status(503)
			return
		}
		if !answer.Valid {
			c.Header("Retry-After", "2")
			c.Status(409)
			return
		}
		c.JSON(201, answer.String)
		return
	}
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "UPDATE keys SET answer = $1 WHERE tenant_id = $2 AND idempotency_key = $3", paid, tenant, key)
	c.JSON(201, paid)
}
