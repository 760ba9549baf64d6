from square import Square

client = Square(token="secret")


def pay(order_id, source, cents):
    return client.payments.create(source_id=source, amount_money={"amount": cents, "currency": "EUR"}, idempotency_key=order_id)
