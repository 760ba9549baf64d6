from datetime import timedelta

import requests
from tenacity import retry, stop_after_attempt

IDEMPOTENCY_TTL = timedelta(minutes=2)


@retry(stop=stop_after_attempt(5))
def charge(order):
    # timeout=1 in a comment says nothing
    return requests.post(URL, json=order, timeout=60)
