from fastapi import APIRouter, FastAPI
from pydantic import BaseModel

from .orders import place

app = FastAPI()
router = APIRouter(prefix="/orders")


class Order(BaseModel):
    sku: str
    count: int


@router.post("")
async def create_order(order: Order):
    return {"id": await place(order.sku, order.count)}


app.include_router(router)
