import stripe
from tenacity import retry, stop_after_attempt, wait_exponential


@retry(stop=stop_after_attempt(4), wait=wait_exponential(max=20))
def settle(invoice_id, cents):
    return stripe.PaymentIntent.create(amount=cents, currency="eur")
