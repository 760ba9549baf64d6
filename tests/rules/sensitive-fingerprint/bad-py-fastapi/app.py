import hashlib

import asyncpg
from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel

from auth import current_user
from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    customer: str
    card_number: str
    cents: int


@app.post("/charges")
async def charge(body: Charge, idempotency_key: str = Header(min_length=16), user=Depends(current_user)):
    print_ = hashlib.sha256(f"charge:{body.card_number}:{body.cents}".encode()).hexdigest()
    db = await asyncpg.connect("postgresql://localhost/shop")
    won = await db.fetchrow(
        "INSERT INTO keys (user_id, idempotency_key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING id",
        user.id, idempotency_key, print_)
    if won is None:
        raise HTTPException(409)
    return await gateway.charge(body.card_number, body.cents)
