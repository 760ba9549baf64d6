from fastapi import FastAPI
from fastapi_idempotency import IdempotencyMiddleware, RedisStore
from pydantic import BaseModel

from auth import caller_of
from payments_sdk import gateway

app = FastAPI()
app.add_middleware(
    IdempotencyMiddleware,
    store=RedisStore("redis://cache"),
    secret="from the vault",
    completed_ttl=172800,
    scope_factory=caller_of,
)


class Payout(BaseModel):
    account: str
    cents: int


@app.post("/payouts")
async def payout(body: Payout):
    return await gateway.payout(body.account, body.cents)
