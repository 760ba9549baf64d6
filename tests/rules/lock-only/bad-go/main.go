package main

import (
	"sync"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type server struct{ mu sync.Mutex }

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/transfers", s.transfer)
	r.Run()
}

func (s *server) transfer(c *gin.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	moved, err := gateway.Transfer(c.PostForm("account"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(200, moved)
}
