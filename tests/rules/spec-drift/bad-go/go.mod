module example.com/shop

go 1.22

require github.com/stripe/stripe-go/v76 v76.0.0
