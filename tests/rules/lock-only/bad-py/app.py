import redis.asyncio as redis
from fastapi import FastAPI
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Transfer(BaseModel):
    account: str
    cents: int


@app.post("/transfers")
async def transfer(body: Transfer):
    async with store.lock(f"transfer:{body.account}", timeout=30):
        return await gateway.transfer(body.account, body.cents)
