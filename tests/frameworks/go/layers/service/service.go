// A service behind an interface that only embeds others, with decorators around the one that does the work.
package service

import (
	"context"

	"example.com/layers/store"
)

type Reader interface {
	Find(ctx context.Context, id string) (store.Order, error)
}

type Writer interface {
	Create(ctx context.Context, order store.Order) error
}

type Orders interface {
	Reader
	Writer
}

type logged struct{ Orders }

func Logged(inner Orders) Orders { return &logged{inner} }

func (l *logged) Create(ctx context.Context, order store.Order) error {
	return l.Orders.Create(ctx, order)
}

type retried struct{ next Orders }

func (r *retried) Find(ctx context.Context, id string) (store.Order, error) {
	return r.next.Find(ctx, id)
}

func (r *retried) Create(ctx context.Context, order store.Order) error {
	for i := 0; i < 3; i++ {
		if err := r.next.Create(ctx, order); err == nil {
			return nil
		}
	}
	return r.next.Create(ctx, order)
}

type plain struct{ db store.Database }

func New(db store.Database) Orders { return &retried{&plain{db}} }

func (p *plain) Find(ctx context.Context, id string) (store.Order, error) { return p.db.Find(ctx, id) }

func (p *plain) Create(ctx context.Context, order store.Order) error {
	if order.ID == "" {
		order.ID = store.NewID("ord")
	} else {
		order.ID = store.NewID("sub")
	}
	return p.db.Insert(ctx, order)
}
