import asyncpg
from fastapi import FastAPI, HTTPException

from payments_sdk import gateway

app = FastAPI()


@app.post("/payouts/{payout_id}/send")
async def send(payout_id: int):
    db = await asyncpg.connect("postgresql://localhost/bank")
    row = await db.fetchrow(
        "UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'new' RETURNING account, cents", payout_id)
    if row is None:
        raise HTTPException(409)
    try:
        await gateway.payout(row["account"], row["cents"])
    except Exception:
        await db.execute("UPDATE payouts SET state = $1 WHERE id = $2", "failed", payout_id)
        raise HTTPException(502)
    return {"state": "sent"}
