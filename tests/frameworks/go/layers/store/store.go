package store

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
)

type Order struct{ ID, Customer string }

type Database interface {
	Find(ctx context.Context, id string) (Order, error)
	Insert(ctx context.Context, order Order) error
}

type postgres struct{ pool *sql.DB }

func Open(pool *sql.DB) Database { return &postgres{pool} }

func NewID(prefix string) string {
	id := uuid.New()
	return prefix + "_" + id.String()
}

func (p *postgres) Find(ctx context.Context, id string) (Order, error) {
	var order Order
	err := p.pool.QueryRowContext(ctx, "SELECT id, customer FROM orders WHERE id = $1", id).Scan(&order.ID, &order.Customer)
	return order, err
}

func (p *postgres) Insert(ctx context.Context, order Order) error {
	_, err := p.pool.ExecContext(ctx, "INSERT INTO orders (id, customer) VALUES ($1, $2)", order.ID, order.Customer)
	return err
}
