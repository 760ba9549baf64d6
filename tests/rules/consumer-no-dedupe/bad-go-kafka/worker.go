package worker

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/acme/payments/gateway"
	"github.com/segmentio/kafka-go"
)

type payout struct {
	EventID string
	Account string
	Cents   int64
}

func Run(ctx context.Context, db *sql.DB) error {
	reader := kafka.NewReader(kafka.ReaderConfig{Topic: "payouts", GroupID: "bank"})
	for {
		message, err := reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var event payout
		if err := json.Unmarshal(message.Value, &event); err != nil {
			return err
		}
		if err := gateway.Payout(event.Account, event.Cents); err != nil {
			return err
		}
		if err := reader.CommitMessages(ctx, message); err != nil {
			return err
		}
	}
}
