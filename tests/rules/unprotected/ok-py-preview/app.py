from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Basket(BaseModel):
    prices: list[int]


@app.post("/baskets/preview")
async def preview(basket: Basket):
    return {"total": sum(basket.prices)}
