package main

import (
	"context"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go"
	"github.com/riverqueue/river"
)

type SortArgs struct{ Amount int64 }

func (SortArgs) Kind() string { return "sort" }

type SortWorker struct {
	river.WorkerDefaults[SortArgs]
}

func (w *SortWorker) Work(ctx context.Context, job *river.Job[SortArgs]) error {
	return pay(job.Args.Amount)
}

func handleBill(ctx context.Context, task *asynq.Task) error {
	return pay(int64(len(task.Payload())))
}

func queues(nc *nats.Conn, router *message.Router, sub message.Subscriber) {
	mux := asynq.NewServeMux()
	mux.HandleFunc("bill", handleBill)

	nc.Subscribe("orders.paid", func(m *nats.Msg) {
		_ = pay(int64(len(m.Data)))
	})

	workers := river.NewWorkers()
	river.AddWorker(workers, &SortWorker{})

	router.AddNoPublisherHandler("settle", "settlements", sub, func(msg *message.Message) error {
		return pay(int64(len(msg.Payload)))
	})
}
