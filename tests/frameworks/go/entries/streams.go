package main

import (
	"context"

	"github.com/IBM/sarama"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

func readOrders(ctx context.Context) error {
	reader := kafka.NewReader(kafka.ReaderConfig{Topic: "orders"})
	for {
		message, err := reader.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := pay(int64(len(message.Value))); err != nil {
			return err
		}
		_ = reader.CommitMessages(ctx, message)
	}
}

type claims struct{}

func (claims) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (claims) Cleanup(sarama.ConsumerGroupSession) error { return nil }
func (claims) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for message := range claim.Messages() {
		_ = pay(int64(len(message.Value)))
		session.MarkMessage(message, "")
	}
	return nil
}

func group(ctx context.Context) error {
	group, err := sarama.NewConsumerGroup([]string{"b:9092"}, "shop", nil)
	if err != nil {
		return err
	}
	return group.Consume(ctx, []string{"invoices"}, claims{})
}

func rabbit(channel *amqp.Channel) error {
	deliveries, err := channel.Consume("refunds", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for delivery := range deliveries {
		_ = pay(int64(len(delivery.Body)))
		_ = delivery.Ack(false)
	}
	return nil
}
