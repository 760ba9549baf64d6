module example.test/wallet

go 1.22

require (
	github.com/labstack/echo/v4 v4.12.0
	gorm.io/gorm v1.25.10
)
