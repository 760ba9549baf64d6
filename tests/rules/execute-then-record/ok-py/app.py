import asyncpg
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Payout(BaseModel):
    account: str
    cents: int


@app.post("/payouts")
async def payout(body: Payout, idempotency_key: str = Header()):
    db = await asyncpg.connect("postgresql://localhost/bank")
    won = await db.fetchrow("INSERT INTO payouts (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id", idempotency_key)
    if won is None:
        raise HTTPException(409)
    paid = await gateway.payout(body.account, body.cents)
    await db.execute("UPDATE payouts SET reference = $1 WHERE id = $2", paid["id"], won["id"])
    return paid
