from fastapi import FastAPI
from idempotency_kit import async_idempotent
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
@async_idempotent(operation="charge", ttl=172800)
async def charge(body: Charge, idempotency_key: str | None = None):
    return await gateway.charge(body.card, body.cents)
