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
    try:
        won = await store.set(f"charge:{idempotency_key}", "1", nx=True, ex=86400)
    except redis.RedisError:
        raise HTTPException(503, headers={"Retry-After": "5"})
    if not won:
        raise HTTPException(409)
    return await gateway.charge(body.card, body.cents)
