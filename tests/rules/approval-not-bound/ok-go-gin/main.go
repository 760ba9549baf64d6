package main

import (
	"database/sql"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type server struct{ db *sql.DB }

type approval struct {
	Account string
	Cents   int64
}

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/actions/:id/approve", s.approve)
	r.Run()
}

func (s *server) approve(c *gin.Context) {
	var body approval
	if err := c.ShouldBindJSON(&body); err != nil {
		c.Status(400)
		return
	}
	var account string
	var cents int64
	err := s.db.QueryRowContext(c, "UPDATE actions SET status = $1 WHERE id = $2 AND status = 'proposed' RETURNING account, cents", "approved", c.Param("id")).Scan(&account, &cents)
	if err != nil {
		c.Status(409)
		return
	}
	paid, err := gateway.Payout(account, cents)
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(200, paid)
}
