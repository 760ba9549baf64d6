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
	r.POST("/payouts/:id/send", s.send)
	r.Run()
}

func (s *server) send(c *gin.Context) {
	id := c.Param("id")
	done, err := s.db.ExecContext(c, "UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'new'", id)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	if _, err := gateway.Payout(id, c.PostForm("cents")); err != nil {
		s.db.ExecContext(c, "UPDATE payouts SET state = 'failed' WHERE id = $1", id)
		c.Status(502)
		return
	}
	c.Status(202)
}
