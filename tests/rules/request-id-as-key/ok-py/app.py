import logging

import redis.asyncio as redis
from fastapi import FastAPI, HTTPException, Request

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


@app.post("/charges")
async def charge(request: Request):
    body = await request.json()
    logging.info("charge %s", request.headers.get("x-request-id"))
    key = request.headers.get("idempotency-key")
    if key is None:
        raise HTTPException(400)
    if not await store.set(f"charge:{key}", "1", nx=True, ex=86400):
        raise HTTPException(409)
    return await gateway.charge(body["card"], body["cents"])
