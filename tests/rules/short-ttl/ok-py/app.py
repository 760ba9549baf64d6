import redis.asyncio as redis
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header()):
    if not await store.set(f"charge:{idempotency_key}", "1", nx=True, ex=3 * 86_400):
        raise HTTPException(409)
    return await gateway.charge(body.card, body.cents)
