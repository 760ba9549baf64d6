package main

import (
	"database/sql"
	"net/http"

	"github.com/acme/payments/gateway"
	"github.com/labstack/echo/v4"
)

type api struct{ db *sql.DB }

func (a *api) charge(c echo.Context) error {
	ctx := c.Request().Context()
	key := c.Request().Header.Get("Idempotency-Key")
	if len(key) < 16 || len(key) > 64 {
		return c.NoContent(http.StatusBadRequest)
	}
	tenant := c.Get("tenant")
	done, err := a.db.ExecContext(ctx, "INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING", tenant, key)
	if err != nil {
		return c.NoContent(http.StatusServiceUnavailable)
	}
	if n, _ := done.RowsAffected(); n == 0 {
		var answer string
		if err := a.db.QueryRowContext(ctx, "SELECT coalesce(answer, '') FROM keys WHERE tenant_id = $1 AND idempotency_key = $2", tenant, key).Scan(&answer); err != nil {
			return c.NoContent(http.StatusServiceUnavailable)
		}
		return c.String(http.StatusCreated, answer)
	}
	paid, err := gateway.Charge(c.FormValue("card"), c.FormValue("cents"))
	if err != nil {
		return c.NoContent(http.StatusBadGateway)
	}
	a.db.ExecContext(ctx, "UPDATE keys SET answer = $1 WHERE tenant_id = $2 AND idempotency_key = $3", paid, tenant, key)
	return c.JSON(http.StatusCreated, paid)
}

func main() {
	e := echo.New()
	a := &api{}
	e.POST("/charges", a.charge)
	e.Start(":8080")
}
