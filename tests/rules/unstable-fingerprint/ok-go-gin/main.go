package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"

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
	sum := sha256.Sum256([]byte(c.PostForm("card") + c.PostForm("cents")))
	done, err := s.db.ExecContext(c,
		"INSERT INTO keys (tenant_id, idempotency_key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
		c.GetString("tenant"), key, hex.EncodeToString(sum[:]))
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
