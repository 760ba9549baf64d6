import gocardless_pro

client = gocardless_pro.Client(access_token="secret", environment="live")


def collect(invoice_id, mandate, cents):
    return client.payments.create(
        params={"amount": cents, "currency": "EUR", "links": {"mandate": mandate}},
        headers={"Idempotency-Key": f"invoice-{invoice_id}"},
    )
