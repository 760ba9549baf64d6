from fastapi import FastAPI
from fastapi_idempotency import IdempotencyMiddleware, RedisStore
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
app.add_middleware(IdempotencyMiddleware, store=RedisStore("redis://cache"), secret="s", scope_factory=caller_of)


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
def charge(body: Charge):
    return gateway.charge(body.card, body.cents)
