module example.test/tasks

go 1.22

require (
	github.com/danielgtaylor/huma/v2 v2.16.0
	github.com/go-chi/chi/v5 v5.0.12
	github.com/jackc/pgx/v5 v5.5.5
	github.com/riverqueue/river v0.6.0
)
