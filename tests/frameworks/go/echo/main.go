package main

import (
	"github.com/labstack/echo/v4"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"

	"example.test/wallet/transport"
)

func main() {
	e := echo.New()
	db, err := gorm.Open(sqlite.Open("wallet.db"), &gorm.Config{})
	if err != nil {
		panic(err)
	}
	secured := e.Group("/v2", transport.RequireToken)
	transport.Register(e, secured, transport.NewWallets(db))
	for _, kind := range []string{"invoices", "receipts"} {
		secured.POST("/"+kind+"/:id/send", transport.Send)
	}
	e.Logger.Fatal(e.Start(":1323"))
}
