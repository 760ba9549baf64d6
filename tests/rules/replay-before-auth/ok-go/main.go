package main

import (
	"time"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

var rdb = redis.NewClient(&redis.Options{})

func main() {
	r := gin.Default()
	r.Use(RequireAuth, Idempotent)
	r.POST("/charges", charge)
	r.Run()
}

func Idempotent(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	known, err := rdb.Get(c, "answer:"+key).Result()
	if err == nil {
		c.String(200, known)
		c.Abort()
		return
	}
	won, err := rdb.SetNX(c, "claim:"+key, "1", 24*time.Hour).Result()
	if err != nil || !won {
		c.AbortWithStatus(409)
		return
	}
	c.Next()
}

func RequireAuth(c *gin.Context) {
	if c.GetHeader("Authorization") == "" {
		c.AbortWithStatus(401)
		return
	}
	c.Next()
}

func charge(c *gin.Context) {
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
