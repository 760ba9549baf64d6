module example.test/shop

go 1.22

require (
	github.com/go-chi/chi/v5 v5.0.12
	github.com/stripe/stripe-go/v78 v78.0.0
	github.com/uptrace/bun v1.2.1
)
