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
	r.POST("/orders", s.order)
	r.Run()
}

func (s *server) order(c *gin.Context) {
	id := c.PostForm("order_id")
	paid, err := gateway.Charge(gateway.Params{Card: c.PostForm("card"), IdempotencyKey: "charge-" + id})
	if err != nil {
		c.Status(502)
		return
	}
	if _, err := s.db.ExecContext(c, "INSERT INTO orders (id, charge) VALUES ($1, $2)", id, paid.ID); err != nil {
		gateway.Refund(gateway.Params{Charge: paid.ID})
		c.Status(503)
		return
	}
	c.JSON(201, paid)
}
