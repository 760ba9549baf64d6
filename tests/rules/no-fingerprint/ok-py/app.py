import hashlib

import asyncpg
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header()):
    db = await asyncpg.connect("postgresql://localhost/shop")
    print_ = hashlib.sha256(f"{body.card}|{body.cents}".encode()).hexdigest()
    seen = await db.fetchrow("SELECT answer, print FROM keys WHERE idempotency_key = $1", idempotency_key)
    if seen is not None:
        if seen["print"] != print_:
            raise HTTPException(422)
        return seen["answer"]
    paid = await gateway.charge(body.card, body.cents)
    await db.execute("INSERT INTO keys (idempotency_key, print, answer) VALUES ($1, $2, $3)", idempotency_key, print_, paid)
    return paid
