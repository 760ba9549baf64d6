package main

import (
	"sync"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type server struct{ answers sync.Map }

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/charges", s.charge)
	r.Run()
}

func (s *server) charge(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if known, ok := s.answers.Load(key); ok {
		c.JSON(200, known)
		return
	}
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	s.answers.Store(key, paid)
	c.JSON(201, paid)
}
