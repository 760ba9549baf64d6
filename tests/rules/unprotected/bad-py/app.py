from fastapi import FastAPI
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Order(BaseModel):
    card: str
    total: int


@app.post("/orders")
async def create_order(order: Order):
    return await gateway.charge(order.card, order.total)
