package worker

import "github.com/acme/payments/gateway"

func Settle(reference, account string, cents int64) error {
	known, err := gateway.Find(reference)
	if err != nil {
		_, err = gateway.Payout(account, cents)
		return err
	}
	return record(known)
}

func record(known *gateway.Payment) error { return nil }
