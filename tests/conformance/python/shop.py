from store import store
from gateway import gateway

limit = 3


def price(order):
    total = 0
    for line in order.lines:
        total += line.amount
    if total > 100:
        return total - 10
    return total


def place(request):
    key = request.headers["idempotency-key"]
    if not key:
        return "no key"
    found = store.find(key)
    if found:
        return found.answer
    else:
        store.claim(key, request.user)
    order = {"id": key, "total": price(request)}
    tries = 0
    while tries < limit:
        gateway.charge(order.id, order.total)
        tries += 1
    store.save(key, order)
    return order
