// Package store keeps orders.
package store

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

type Order struct {
	ID   int64
	Item string
	Name string
}

// Orders is what handlers need of the store.
type Orders interface {
	Insert(ctx context.Context, item string) error
	Find(ctx context.Context, id string) (*Order, error)
	Rename(ctx context.Context, id, name string) error
}

type bunOrders struct {
	db *bun.DB
}

func Open(address string) Orders {
	plain, err := sql.Open("pgx", address)
	if err != nil {
		panic(err)
	}
	return &bunOrders{db: bun.NewDB(plain, pgdialect.New())}
}

func (o *bunOrders) Insert(ctx context.Context, item string) error {
	_, err := o.db.NewInsert().Model(&Order{Item: item}).Exec(ctx)
	return err
}

func (o *bunOrders) Find(ctx context.Context, id string) (*Order, error) {
	order := new(Order)
	err := o.db.NewSelect().Model(order).Where("id = ?", id).Scan(ctx)
	return order, err
}

func (o *bunOrders) Rename(ctx context.Context, id, name string) error {
	return o.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		_, err := tx.NewUpdate().Model((*Order)(nil)).Set("name = ?", name).Where("id = ?", id).Exec(ctx)
		return err
	})
}
