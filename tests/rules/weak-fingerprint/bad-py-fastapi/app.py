import hashlib
import json

import asyncpg
from fastapi import Depends, FastAPI, Header, HTTPException, Request

from auth import current_user
from payments_sdk import gateway

app = FastAPI()


@app.post("/transfers")
async def transfer(request: Request, idempotency_key: str = Header(min_length=16), user=Depends(current_user)):
    body = await request.json()
    print_ = hashlib.sha256(f"{request.method}:{request.url.path}".encode()).hexdigest()
    db = await asyncpg.connect("postgresql://localhost/shop")
    known = await db.fetchrow(
        "SELECT fingerprint, answer FROM keys WHERE user_id = $1 AND idempotency_key = $2", user.id, idempotency_key)
    if known is not None:
        if known["fingerprint"] != print_:
            raise HTTPException(422)
        return known["answer"]
    await db.execute(
        "INSERT INTO keys (user_id, idempotency_key, fingerprint) VALUES ($1, $2, $3)", user.id, idempotency_key, print_)
    return await gateway.transfer(body["to"], body["cents"])
