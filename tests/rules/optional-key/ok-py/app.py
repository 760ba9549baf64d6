import asyncpg
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str | None = Header(default=None)):
    db = await asyncpg.connect("postgresql://localhost/shop")
    if idempotency_key is None:
        raise HTTPException(400, "Idempotency-Key is required")
    won = await db.fetchrow(
        "INSERT INTO keys (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id", idempotency_key)
    if won is None:
        raise HTTPException(409)
    return await gateway.charge(body.card, body.cents)
