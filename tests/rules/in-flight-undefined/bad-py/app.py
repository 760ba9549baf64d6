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
    won = await db.fetchrow(
        "INSERT INTO keys (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id", idempotency_key)
    if won is None:
        first = await db.fetchrow("SELECT answer FROM keys WHERE idempotency_key = $1", idempotency_key)
        return first["answer"]
    paid = await gateway.charge(body.card, body.cents)
    await db.execute("UPDATE keys SET answer = $1 WHERE idempotency_key = $2", paid, idempotency_key)
    return paid
