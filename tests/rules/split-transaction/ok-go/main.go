package main

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

type server struct{ db *sql.DB }

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/bookings", s.book)
	r.Run()
}

func (s *server) book(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	tx, err := s.db.BeginTx(c, nil)
	if err != nil {
		c.Status(503)
		return
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(c, "INSERT INTO request_keys (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING", key)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := res.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	if _, err := tx.ExecContext(c, "INSERT INTO bookings (room, night) VALUES ($1, $2)", c.PostForm("room"), c.PostForm("night")); err != nil {
		c.Status(500)
		return
	}
	tx.Commit()
	c.Status(201)
}
