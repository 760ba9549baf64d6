package main

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/danielgtaylor/huma/v2/autopatch"
	"github.com/go-chi/chi/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
)

type Task struct {
	ID    int    `path:"id"`
	Title string `json:"title"`
}

type tasks struct {
	pool  *pgxpool.Pool
	queue *river.Client[pgx.Tx]
}

func (t *tasks) create(ctx context.Context, in *Task) (*Task, error) {
	_, err := t.pool.Exec(ctx, "insert into tasks (title) values ($1)", in.Title)
	return in, err
}

func (t *tasks) show(ctx context.Context, in *Task) (*Task, error) {
	err := t.pool.QueryRow(ctx, "select title from tasks where id = $1", in.ID).Scan(&in.Title)
	return in, err
}

func (t *tasks) replace(ctx context.Context, in *Task) (*Task, error) {
	_, err := t.pool.Exec(ctx, "update tasks set title = $1 where id = $2", in.Title, in.ID)
	return in, err
}

func (t *tasks) remind(ctx context.Context, in *Task) (*struct{}, error) {
	_, err := t.queue.Insert(ctx, nil, nil)
	return nil, err
}

func register(api huma.API, t *tasks) {
	huma.Register(api, huma.Operation{
		OperationID: "create-task",
		Method:      http.MethodPost,
		Path:        "/tasks",
	}, t.create)
	huma.Get(api, "/tasks/{id}", t.show)
	huma.Put(api, "/tasks/{id}", t.replace)
	huma.Post(api, "/tasks/{id}/reminders", t.remind)
	autopatch.AutoPatch(api)
}

func main() {
	router := chi.NewMux()
	pool, err := pgxpool.New(context.Background(), "")
	if err != nil {
		panic(err)
	}
	api := humachi.New(router, huma.DefaultConfig("Tasks", "1.0.0"))
	register(huma.NewGroup(api, "/v1"), &tasks{pool: pool})
	_ = http.ListenAndServe(":8888", router)
}
