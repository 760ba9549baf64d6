import asyncpg
import redis.asyncio as redis
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Transfer(BaseModel):
    account: str
    cents: int


@app.post("/transfers")
async def transfer(body: Transfer, idempotency_key: str = Header()):
    db = await asyncpg.connect("postgresql://localhost/bank")
    async with store.lock(f"transfer:{idempotency_key}", timeout=30):
        won = await db.fetchrow(
            "INSERT INTO transfers (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id", idempotency_key)
        if won is None:
            raise HTTPException(409)
        return await gateway.transfer(body.account, body.cents)
