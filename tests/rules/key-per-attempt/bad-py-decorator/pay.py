import uuid

import requests
from tenacity import retry, stop_after_attempt


@retry(stop=stop_after_attempt(3))
def pay(account, cents):
    key = str(uuid.uuid4())
    return requests.post(
        "https://pay.example.com/v1/transfers",
        json={"account": account, "cents": cents},
        headers={"Idempotency-Key": key},
        timeout=10,
    ).json()
