module example.test/desk

go 1.22

require (
	github.com/gorilla/mux v1.8.1
	github.com/jmoiron/sqlx v1.4.0
	github.com/segmentio/kafka-go v0.4.47
)
