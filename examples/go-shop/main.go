package main

import (
	"database/sql"
	"net/http"

	"github.com/gin-gonic/gin"
)

type server struct{ db *sql.DB }

func main() {
	db, err := sql.Open("pgx", "postgres:///shop")
	if err != nil {
		panic(err)
	}
	s := &server{db: db}
	router := gin.Default()
	api := router.Group("/api")
	api.POST("/stock/:sku/reserve", s.reserve)
	api.POST("/shipments", s.ship)
	router.Run(":8080")
}

// Bad: the count goes down again with every repeat.
func (s *server) reserve(c *gin.Context) {
	_, err := s.db.ExecContext(c, "UPDATE stock SET count = count - 1 WHERE sku = $1", c.Param("sku"))
	if err != nil {
		c.JSON(http.StatusInternalServerError, gin.H{"error": err.Error()})
		return
	}
	c.Status(http.StatusNoContent)
}

// Good: the order can be shipped once; whoever changes its state first has won.
func (s *server) ship(c *gin.Context) {
	var order struct{ ID string }
	if c.BindJSON(&order) != nil {
		return
	}
	done, err := s.db.ExecContext(c, "UPDATE orders SET state = 'shipping' WHERE id = $1 AND state = 'paid'", order.ID)
	if err != nil {
		c.JSON(http.StatusInternalServerError, gin.H{"error": err.Error()})
		return
	}
	if n, _ := done.RowsAffected(); n == 0 {
		c.JSON(http.StatusConflict, gin.H{"error": "not paid, or shipped already"})
		return
	}
	_, err = s.db.ExecContext(c, "INSERT INTO parcels (order_id) VALUES ($1)", order.ID)
	if err != nil {
		c.JSON(http.StatusInternalServerError, gin.H{"error": err.Error()})
		return
	}
	c.Status(http.StatusCreated)
}
