package main

import (
	"time"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

type server struct{ rdb *redis.Client }

func main() {
	s := &server{rdb: redis.NewClient(&redis.Options{})}
	r := gin.Default()
	r.POST("/charges", s.charge)
	r.Run()
}

func (s *server) charge(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	won, err := s.rdb.SetNX(c, "charge:"+key, "1", 10*time.Minute).Result()
	if err != nil || !won {
		c.Status(409)
		return
	}
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
