package main

import (
	"github.com/gin-gonic/gin"
	"github.com/stripe/stripe-go/v76"
	"github.com/stripe/stripe-go/v76/paymentintent"
	"gorm.io/gorm"
)

type Claim struct {
	Tenant string `gorm:"uniqueIndex:one_key"`
	Key    string `gorm:"uniqueIndex:one_key"`
}

type server struct{ db *gorm.DB }

func (s *server) pay(c *gin.Context) {
	key := c.GetHeader("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		c.Status(400)
		return
	}
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(500), Currency: stripe.String("eur")}
	params.SetIdempotencyKey(key)
	tx := s.db.Begin()
	if err := tx.Create(&Claim{Tenant: c.GetString("tenant"), Key: key}).Error; err != nil {
		tx.Rollback()
		c.Status(409)
		return
	}
	tx.Commit()
	paid, err := paymentintent.New(params)
	if err != nil {
		c.Status(502)
		return
	}
	c.JSON(201, paid)
}

func main() {
	s := &server{}
	r := gin.Default()
	r.POST("/payments", s.pay)
	r.Run()
}
