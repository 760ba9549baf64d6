package main

import (
	"time"

	"github.com/acme/forms"
	"github.com/acme/payments/gateway"
	"github.com/gofiber/fiber/v2"
	"github.com/redis/go-redis/v9"
)

type server struct{ rdb *redis.Client }

func main() {
	s := &server{rdb: redis.NewClient(&redis.Options{})}
	app := fiber.New()
	app.Post("/charges", s.charge)
	app.Listen(":8080")
}

func (s *server) charge(c *fiber.Ctx) error {
	name := "charge:" + c.Get("Idempotency-Key")
	won, err := s.rdb.SetNX(c.Context(), name, "1", 72*time.Hour).Result()
	if err != nil || !won {
		return c.SendStatus(409)
	}
	if err := forms.Validate(c.Body()); err != nil {
		s.rdb.Del(c.Context(), name)
		return c.SendStatus(400)
	}
	paid, err := gateway.Charge(c.FormValue("card"), c.FormValue("cents"))
	if err != nil {
		return c.SendStatus(502)
	}
	return c.Status(201).JSON(paid)
}
