from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
answers = {}


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header()):
    known = answers.get(idempotency_key)
    if known is not None:
        return known
    paid = await gateway.charge(body.card, body.cents)
    answers[idempotency_key] = paid
    return paid
