package main

import (
	"database/sql"

	"github.com/gin-gonic/gin"
)

type order struct {
	Number string `json:"number"`
	Total  int64  `json:"total"`
}

type server struct{ db *sql.DB }

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/orders", s.create)
	r.Run()
}

func (s *server) create(c *gin.Context) {
	var in order
	if err := c.BindJSON(&in); err != nil {
		return
	}
	_, err := s.db.ExecContext(c, "INSERT INTO orders (number, total) VALUES ($1, $2)", in.Number, in.Total)
	if err != nil {
		c.Status(409)
		return
	}
	c.Status(201)
}
