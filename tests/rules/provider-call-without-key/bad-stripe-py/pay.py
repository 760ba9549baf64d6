import stripe


def pay_out(payout_id, account, cents):
    return stripe.Transfer.create(amount=cents, currency="eur", destination=account)
