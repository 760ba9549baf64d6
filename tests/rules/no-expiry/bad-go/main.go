package main

import (
	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

var rdb = redis.NewClient(&redis.Options{})

func main() {
	r := gin.Default()
	r.POST("/charges", charge)
	r.Run()
}

func charge(c *gin.Context) {
	name := "charge:" + c.GetHeader("Idempotency-Key")
	won, err := rdb.SetNX(c, name, "1", 0).Result()
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
