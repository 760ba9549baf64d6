import stripe


def pay_out(payout_id, account, cents):
    return stripe.Transfer.create(amount=cents, currency="eur", destination=account, idempotency_key=f"payout-{payout_id}")
