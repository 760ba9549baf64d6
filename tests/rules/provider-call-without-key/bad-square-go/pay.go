package pay

import (
	"context"

	"github.com/square/square-go-sdk/v2"
	squareclient "github.com/square/square-go-sdk/v2/client"
	"github.com/square/square-go-sdk/v2/option"
)

var client = squareclient.NewClient(option.WithToken("secret"))

func Pay(ctx context.Context, order, source string, cents int64) (*square.CreatePaymentResponse, error) {
	return client.Payments.Create(ctx, &square.CreatePaymentRequest{
		SourceID: source,
	})
}
