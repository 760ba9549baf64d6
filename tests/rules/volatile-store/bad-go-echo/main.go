package main

import (
	"database/sql"
	"net/http"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
)

type api struct {
	rdb *redis.Client
	db  *sql.DB
}

func (a *api) topUp(c echo.Context) error {
	ctx := c.Request().Context()
	key := c.Request().Header.Get("Idempotency-Key")
	if len(key) < 20 {
		return c.NoContent(http.StatusBadRequest)
	}
	won, err := a.rdb.SetNX(ctx, "topup:"+key, "1", 96*time.Hour).Result()
	if err != nil {
		return c.NoContent(http.StatusServiceUnavailable)
	}
	if !won {
		return c.NoContent(http.StatusConflict)
	}
	paid, err := gateway.Charge(c.FormValue("card"), c.FormValue("cents"))
	if err != nil {
		return c.NoContent(http.StatusBadGateway)
	}
	return c.JSON(http.StatusCreated, paid)
}

func main() {
	e := echo.New()
	a := &api{rdb: redis.NewClient(&redis.Options{Addr: "cache:6379"})}
	e.POST("/topups", a.topUp)
	e.Start(":8080")
}
