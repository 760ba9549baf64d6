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

// The row of the business carries the key: it is meant to stay.
func (s *server) charge(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "INSERT INTO charges (idempotency_key, card, cents, result) VALUES ($1, $2, $3, $4)", key, c.PostForm("card"), c.PostForm("cents"), paid.ID)
	c.JSON(201, paid)
}
