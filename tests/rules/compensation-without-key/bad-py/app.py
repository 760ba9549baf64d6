from fastapi import FastAPI
from pydantic import BaseModel

from payments_sdk import gateway
from warehouse_sdk import book

app = FastAPI()


class Order(BaseModel):
    id: str
    card: str
    cents: int


@app.post("/orders")
async def create(order: Order):
    paid = await gateway.charge(order.card, order.cents, idempotency_key=order.id)
    try:
        await book(order.id)
    except Exception:
        await gateway.refund(paid["id"], order.cents)
        raise
    return paid
