import redis.asyncio as redis
from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header()):
    await store.set(f"charge:{idempotency_key}", "1", nx=True, ex=86400)
    return await gateway.charge(body.card, body.cents)
