package worker

import "github.com/acme/payments/gateway"

func Settle(account string, cents int64) error {
	limits, err := gateway.Find(account)
	if err != nil {
		return err
	}
	if limits.Closed {
		return nil
	}
	_, err = gateway.Payout(account, cents)
	return err
}
