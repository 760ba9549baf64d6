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
	if len(key) < 16 || len(key) > 255 {
		c.Status(400)
		return
	}
	if _, err := s.db.ExecContext(c, "INSERT INTO keys (idempotency_key) VALUES ($1)", key); err != nil {
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
