import asyncpg
from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header()):
    db = await asyncpg.connect("postgresql://localhost/shop")
    seen = await db.fetchrow("SELECT answer FROM keys WHERE idempotency_key = $1", idempotency_key)
    if seen is not None:
        return seen["answer"]
    paid = await gateway.charge(body.card, body.cents)
    await db.execute("INSERT INTO keys (idempotency_key, answer) VALUES ($1, $2)", idempotency_key, paid)
    return paid
