module example.com/entries

go 1.22

require (
	github.com/IBM/sarama v1.43.0
	github.com/ThreeDotsLabs/watermill v1.3.5
	github.com/aws/aws-lambda-go v1.46.0
	github.com/hibiken/asynq v0.24.1
	github.com/mark3labs/mcp-go v0.20.0
	github.com/nats-io/nats.go v1.34.0
	github.com/rabbitmq/amqp091-go v1.9.0
	github.com/riverqueue/river v0.5.0
	github.com/segmentio/kafka-go v0.4.47
	github.com/stripe/stripe-go/v76 v76.0.0
	go.temporal.io/sdk v1.26.0
)
