package main

import (
	"bytes"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

type server struct{ rdb *redis.Client }

func main() {
	s := &server{rdb: redis.NewClient(&redis.Options{})}
	r := gin.Default()
	r.POST("/transfers", s.transfer)
	r.Run()
}

func (s *server) transfer(c *gin.Context) {
	name := "transfer:" + c.GetHeader("Idempotency-Key")
	won, err := s.rdb.SetNX(c, name, "1", 5*time.Second).Result()
	if err != nil {
		c.Status(503)
		return
	}
	if !won {
		c.Status(409)
		return
	}
	client := &http.Client{Timeout: 30 * time.Second}
	resp, err := client.Post("https://bank.example.com/transfers", "application/json", bytes.NewReader([]byte(c.PostForm("body"))))
	if err != nil {
		c.Status(504)
		return
	}
	c.Status(resp.StatusCode)
}
