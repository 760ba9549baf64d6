import stripe


def pay(amount):
    return stripe.Charge.create(amount=amount, currency="eur")
