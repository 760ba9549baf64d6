import hashlib
import json
import uuid

import asyncpg
import stripe
from fastapi import Depends, FastAPI, HTTPException, Request
from pydantic import BaseModel

from auth import current_user

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


def fingerprint_of(body):
    return hashlib.sha256(json.dumps(body.model_dump(), sort_keys=True).encode()).hexdigest()


async def database():
    return await asyncpg.connect("postgresql://localhost/shop")


@app.post("/charges")
async def charge(request: Request, body: Charge, user=Depends(current_user)):
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        raise HTTPException(400)
    digest = fingerprint_of(body)
    db = await database()
    won = await db.fetchrow(
        "INSERT INTO keys (tenant_id, idempotency_key, fingerprint, expires_at) "
        "VALUES ($1, $2, $3, now() + interval '3 days') ON CONFLICT DO NOTHING RETURNING id",
        user.tenant_id, key, digest)
    if won is None:
        first = await db.fetchrow("SELECT fingerprint, state, answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2", user.tenant_id, key)
        if first["fingerprint"] != digest:
            raise HTTPException(422)
        if first["state"] != "done":
            raise HTTPException(409)
        return first["answer"]
    paid = stripe.Charge.create(amount=body.cents, currency="eur", source=body.card, idempotency_key=f"charge-{key}")
    await db.execute("UPDATE keys SET answer = $1, state = 'done' WHERE tenant_id = $2 AND idempotency_key = $3", paid.id, user.tenant_id, key)
    return paid.id


@app.get("/health")
async def health():
    return "ok"
