import psycopg
import redis
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
db = psycopg.connect()
store = redis.Redis()


class Charge(BaseModel):
    order_no: str
    card: str
    cents: int


@app.post("/charges")
def charge(body: Charge, idempotency_key: str = Header()):
    if not store.set("charge:" + idempotency_key, "1", nx=True, ex=172800):
        raise HTTPException(409)
    paid = gateway.charge(body.card, body.cents)
    db.execute("INSERT INTO payments (order_no, cents) VALUES (%s, %s)", (body.order_no, body.cents))
    return paid
