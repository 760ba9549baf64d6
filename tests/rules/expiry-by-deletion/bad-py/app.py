import psycopg
from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
db = psycopg.connect()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
def charge(body: Charge, idempotency_key: str = Header()):
    row = db.execute("SELECT answer FROM keys WHERE idempotency_key = %s", (idempotency_key,)).fetchone()
    if row is not None:
        return row[0]
    paid = gateway.charge(body.card, body.cents)
    db.execute(
        "INSERT INTO keys (idempotency_key, answer, expires_at) VALUES (%s, %s, now() + interval '1 day')",
        (idempotency_key, paid["id"]),
    )
    return paid
