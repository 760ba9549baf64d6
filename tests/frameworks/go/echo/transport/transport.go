// Package transport answers requests.
package transport

import (
	"bytes"
	"net/http"
	"net/smtp"

	"github.com/labstack/echo/v4"
	"gorm.io/gorm"
)

type Wallet struct {
	ID      uint
	Balance int64
}

type Wallets struct {
	db     *gorm.DB
	client *http.Client
}

func NewWallets(db *gorm.DB) *Wallets {
	return &Wallets{db: db, client: &http.Client{}}
}

// Register gets the groups that main made.
func Register(e *echo.Echo, secured *echo.Group, wallets *Wallets) {
	e.POST("/wallets", wallets.Create)
	e.POST("/wallets/preview", wallets.Preview)
	secured.Add(http.MethodPost, "/transfers", wallets.Transfer, RequireToken)
	secured.GET("/wallets/:id", wallets.Show)
	secured.Match([]string{"PUT", "PATCH"}, "/wallets/:id", wallets.Update)
}

func RequireToken(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if c.Request().Header.Get("Authorization") == "" {
			return echo.ErrUnauthorized
		}
		return next(c)
	}
}

func (w *Wallets) Create(c echo.Context) error {
	wallet := Wallet{}
	if err := c.Bind(&wallet); err != nil {
		return err
	}
	if err := w.db.WithContext(c.Request().Context()).Create(&wallet).Error; err != nil {
		return err
	}
	return c.JSON(http.StatusCreated, wallet)
}

// Preview only computes.
func (w *Wallets) Preview(c echo.Context) error {
	return c.JSON(http.StatusOK, Wallet{Balance: 1})
}

func (w *Wallets) Show(c echo.Context) error {
	wallet := Wallet{}
	if err := w.db.First(&wallet, c.Param("id")).Error; err != nil {
		return err
	}
	return c.JSON(http.StatusOK, wallet)
}

func (w *Wallets) Update(c echo.Context) error {
	return w.db.Transaction(func(tx *gorm.DB) error {
		return tx.Model(&Wallet{}).Where("id = ?", c.Param("id")).Updates(map[string]any{"balance": 0}).Error
	})
}

func (w *Wallets) request(method, url string, body []byte) (*http.Response, error) {
	req, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return w.client.Do(req)
}

func (w *Wallets) Transfer(c echo.Context) error {
	if _, err := w.request(http.MethodPost, "https://bank.test/transfers", nil); err != nil {
		return err
	}
	return c.NoContent(http.StatusAccepted)
}

func Send(c echo.Context) error {
	return smtp.SendMail("mail.test:25", nil, "a@shop.test", []string{"b@shop.test"}, []byte("hello"))
}
