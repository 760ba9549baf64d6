import asyncpg
from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Payout(BaseModel):
    account: str
    cents: int


@app.post("/payouts")
async def payout(body: Payout, idempotency_key: str = Header()):
    db = await asyncpg.connect("postgresql://localhost/bank")
    paid = await gateway.payout(body.account, body.cents)
    await db.execute("INSERT INTO payouts (idempotency_key, reference) VALUES ($1, $2)", idempotency_key, paid["id"])
    return paid
