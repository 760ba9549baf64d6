package worker

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/acme/payments/gateway"
	"github.com/nats-io/nats.go"
)

type payout struct {
	EventID string
	Account string
	Cents   int64
}

func firstTime(ctx context.Context, db *sql.DB, eventID string) (bool, error) {
	done, err := db.ExecContext(ctx, "INSERT INTO processed (consumer, event_id) VALUES ('payouts', $1) ON CONFLICT DO NOTHING", eventID)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n == 1, err
}

func Start(nc *nats.Conn, db *sql.DB) error {
	_, err := nc.Subscribe("payouts", func(message *nats.Msg) {
		var event payout
		if err := json.Unmarshal(message.Data, &event); err != nil {
			message.Nak()
			return
		}
		fresh, err := firstTime(context.Background(), db, event.EventID)
		if err != nil {
			message.Nak()
			return
		}
		if fresh {
			gateway.Payout(event.Account, event.Cents, gateway.Options{IdempotencyKey: "payout-" + event.EventID})
		}
		message.Ack()
	})
	return err
}
