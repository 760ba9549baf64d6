import asyncpg
from fastapi import Depends, FastAPI, Header, HTTPException
from pydantic import BaseModel

from auth import current_tenant
from payments_sdk import gateway

app = FastAPI()


class Charge(BaseModel):
    card: str
    cents: int


@app.post("/charges")
async def charge(
    body: Charge,
    idempotency_key: str = Header(min_length=16, max_length=64),
    tenant_id: str = Depends(current_tenant),
):
    db = await asyncpg.connect("postgresql://localhost/shop")
    won = await db.fetchrow(
        "INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING id",
        tenant_id,
        idempotency_key,
    )
    if won is None:
        raise HTTPException(409)
    return await gateway.charge(body.card, body.cents)
