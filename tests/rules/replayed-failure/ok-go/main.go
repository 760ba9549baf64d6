package main

import (
	"strconv"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
	"github.com/redis/go-redis/v9"
)

var rdb = redis.NewClient(&redis.Options{})

func main() {
	r := gin.Default()
	r.Use(Idempotent)
	r.POST("/charges", charge)
	r.Run()
}

func Idempotent(c *gin.Context) {
	name := "answer:" + c.GetHeader("Idempotency-Key")
	known, err := rdb.Get(c, name).Result()
	if err == nil {
		code, _ := strconv.Atoi(known)
		c.AbortWithStatus(code)
		return
	}
	c.Next()
	if c.Writer.Status() < 500 {
		rdb.Set(c, name, c.Writer.Status(), 24*time.Hour)
	}
}

func charge(c *gin.Context) {
	paid, err := gateway.Charge(c.PostForm("card"), c.PostForm("cents"))
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
