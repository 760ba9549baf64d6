package main

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

type server struct{ db *sql.DB }

type signup struct {
	Email string `json:"email"`
}

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/waitlist", s.join)
	r.Run()
}

func (s *server) join(c *gin.Context) {
	var in signup
	if err := c.BindJSON(&in); err != nil {
		return
	}
	var id int64
	err := s.db.QueryRowContext(c, "SELECT id FROM waitlist WHERE email = $1", in.Email).Scan(&id)
	if err == nil {
		c.JSON(200, id)
		return
	}
	if _, err := s.db.ExecContext(c, "INSERT INTO waitlist (email) VALUES ($1)", in.Email); err != nil {
		c.Status(500)
		return
	}
	c.Status(201)
}
