import time

from payments_sdk import gateway


def pay(invoice, account, cents):
    for attempt in range(3):
        try:
            return gateway.payout(account, cents, idempotency_key=f"invoice-{invoice}")
        except TimeoutError:
            time.sleep(1)
