package shop

import (
	"store"
	"gateway"
)

const limit = 3

func price(order Order) any {
	total := 0
	for _, line := range order.lines {
		total += line.amount
	}
	if total > 100 {
		return total - 10
	}
	return total
}

func place(request Request) any {
	key := request.headers["idempotency-key"]
	if !key {
		return "no key"
	}
	found := store.find(key)
	if found {
		return found.answer
	} else {
		store.claim(key, request.user)
	}
	order := map[string]any{"id": key, "total": price(request)}
	tries := 0
	for tries < limit {
		gateway.charge(order.id, order.total)
		tries += 1
	}
	store.save(key, order)
	return order
}
