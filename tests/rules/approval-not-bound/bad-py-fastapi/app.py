import asyncpg
from fastapi import Depends, FastAPI, HTTPException
from pydantic import BaseModel

from auth import current_user
from payments_sdk import gateway

app = FastAPI()


class Approval(BaseModel):
    account: str
    cents: int


@app.post("/actions/{action_id}/approve")
async def approve(action_id: int, body: Approval, user=Depends(current_user)):
    db = await asyncpg.connect("postgresql://localhost/bank")
    row = await db.fetchrow(
        "UPDATE actions SET status = $1, approved_by = $2 WHERE id = $3 AND status = 'proposed' RETURNING account, cents",
        "approved", user.id, action_id)
    if row is None:
        raise HTTPException(409)
    return await gateway.payout(body.account, body.cents, idempotency_key=f"action-{action_id}")
