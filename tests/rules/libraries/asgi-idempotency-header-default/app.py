from fastapi import FastAPI
from idempotency_header_middleware import IdempotencyHeaderMiddleware
from idempotency_header_middleware.backends.redis import RedisBackend
from pydantic import BaseModel
from redis.asyncio import Redis

from payments_sdk import gateway

app = FastAPI()
app.add_middleware(IdempotencyHeaderMiddleware, backend=RedisBackend(Redis(host="cache")), enforce_uuid4_formatting=True)


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge):
    return await gateway.charge(body.card, body.cents)
