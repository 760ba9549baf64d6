package main

import (
	"database/sql"
	"sync"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type server struct {
	mu sync.Mutex
	db *sql.DB
}

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/transfers", s.transfer)
	r.Run()
}

func (s *server) transfer(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if key == "" {
		c.Status(400)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	done, err := s.db.ExecContext(c, "INSERT INTO transfers (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING", key)
	if err != nil {
		c.Status(503)
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.Status(409)
		return
	}
	moved, err := gateway.Transfer(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(200, moved)
}
