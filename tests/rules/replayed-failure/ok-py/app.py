import json

import redis
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Order(BaseModel):
    sku: str
    card: str
    cents: int


@app.post("/orders")
def order(body: Order, idempotency_key: str = Header()):
    known = store.get("order:" + idempotency_key)
    if known is not None:
        return json.loads(known)
    try:
        paid = gateway.charge(body.card, body.cents)
    except gateway.CardDeclined:
        answer = {"status": 402, "reason": "declined"}
        store.set("order:" + idempotency_key, json.dumps(answer), ex=86400)
        raise HTTPException(402)
    store.set("order:" + idempotency_key, json.dumps(paid), ex=86400)
    return paid
