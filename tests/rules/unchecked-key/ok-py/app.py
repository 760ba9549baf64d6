import psycopg
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
db = psycopg.connect()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
def charge(body: Charge, idempotency_key: str = Header(min_length=16, max_length=128)):
    cur = db.execute("INSERT INTO keys (idempotency_key) VALUES (%s) ON CONFLICT DO NOTHING", (idempotency_key,))
    if cur.rowcount == 0:
        raise HTTPException(409)
    return gateway.charge(body.card, body.cents, idempotency_key=idempotency_key)
