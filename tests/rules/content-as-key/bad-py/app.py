import hashlib

import redis.asyncio as redis
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge):
    print_ = hashlib.sha256(body.model_dump_json().encode()).hexdigest()
    if not await store.set(print_, "1", nx=True, ex=600):
        raise HTTPException(409)
    return await gateway.charge(body.card, body.cents)
