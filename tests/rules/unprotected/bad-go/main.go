package main

import (
	"github.com/acme/payments/gateway"
	"github.com/gin-gonic/gin"
)

type order struct {
	Card  string `json:"card"`
	Total int64  `json:"total"`
}

func main() {
	r := gin.Default()
	r.POST("/orders", createOrder)
	r.Run()
}

func createOrder(c *gin.Context) {
	var in order
	if err := c.BindJSON(&in); err != nil {
		return
	}
	paid, err := gateway.Charge(in.Card, in.Total)
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}
