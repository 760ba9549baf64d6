package worker

import (
	"context"
	"database/sql"

	"github.com/nats-io/nats.go"
)

func Start(nc *nats.Conn, db *sql.DB) error {
	_, err := nc.Subscribe("orders", func(m *nats.Msg) {
		m.Ack()
		db.ExecContext(context.Background(), "INSERT INTO orders (body) VALUES ($1)", m.Data)
	})
	return err
}
