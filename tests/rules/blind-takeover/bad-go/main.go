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
	r.POST("/refunds/:id/resume", s.resume)
	r.Run()
}

func (s *server) resume(c *gin.Context) {
	id := c.Param("id")
	res, err := s.db.ExecContext(c, "UPDATE refunds SET lease_until = now() + interval '2 minutes' WHERE id = $1 AND lease_until < now()", id)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := res.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	if _, err := gateway.Refund(id, c.PostForm("cents")); err != nil {
		c.Status(502)
		return
	}
	c.Status(204)
}
