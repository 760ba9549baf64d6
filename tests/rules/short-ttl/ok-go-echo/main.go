package main

import (
	"net/http"
	"time"

	"github.com/acme/payments/gateway"
	"github.com/labstack/echo/v4"
	"github.com/redis/go-redis/v9"
)

const keptFor = 72 * time.Hour

type api struct{ rdb *redis.Client }

func (a *api) charge(c echo.Context) error {
	won, err := a.rdb.SetNX(c.Request().Context(), "charge:"+c.Request().Header.Get("Idempotency-Key"), "1", keptFor).Result()
	if err != nil || !won {
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
	a := &api{rdb: redis.NewClient(&redis.Options{})}
	e.POST("/charges", a.charge)
	e.Start(":8080")
}
