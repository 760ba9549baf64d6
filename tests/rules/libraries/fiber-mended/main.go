package main

import (
	"time"

	"github.com/acme/payments/gateway"
	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/idempotency"
	"github.com/gofiber/storage/redis"
)

func main() {
	app := fiber.New()
	app.Use(idempotency.New(idempotency.Config{Storage: shared, Lock: newRedisLock(shared), Lifetime: lifetime}))
	app.Post("/charges", func(c *fiber.Ctx) error {
		_, err := gateway.Charge(c.FormValue("card"), c.FormValue("cents"))
		return err
	})
	app.Listen(":8080")
}

var shared, lifetime = redis.New(), 48 * time.Hour
