package main

import (
	"database/sql"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

type server struct {
	db  *sql.DB
	rdb *redis.Client
}

func main() {
	s := &server{rdb: redis.NewClient(&redis.Options{})}
	r := gin.Default()
	r.POST("/charges", s.charge)
	r.Run()
}

func (s *server) charge(c *gin.Context) {
	won, err := s.rdb.SetNX(c, "charge:"+c.GetHeader("Idempotency-Key"), "1", 48*time.Hour).Result()
	if err != nil {
		c.Status(503)
		return
	}
	if !won {
		c.Status(409)
		return
	}
	if _, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents")); err != nil {
		c.Status(502)
		return
	}
	s.db.ExecContext(c, "INSERT INTO payments (order_no, cents) VALUES ($1, $2) ON CONFLICT (order_no) DO NOTHING", c.PostForm("order_no"), c.PostForm("cents"))
	c.Status(201)
}
