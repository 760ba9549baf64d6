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
	r.POST("/payouts", s.payout)
	r.Run()
}

func (s *server) payout(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if key == "" {
		c.Status(400)
		return
	}
	sum := sha256.Sum256([]byte(c.PostForm("account") + "|" + c.PostForm("cents")))
	print := hex.EncodeToString(sum[:])
	var answer, seen string
	err := s.db.QueryRowContext(c, "SELECT answer, print FROM keys WHERE idempotency_key = $1", key).Scan(&answer, &seen)
	if err == nil {
		if seen != print {
			c.Status(422)
			return
		}
		c.String(200, answer)
		return
	}
	paid, err := gateway.Payout(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "INSERT INTO keys (idempotency_key, print, answer) VALUES ($1, $2, $3)", key, print, paid.ID)
	c.JSON(201, paid)
}
