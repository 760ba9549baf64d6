import psycopg
from fastapi import FastAPI

from payments_sdk import gateway

app = FastAPI()
db = psycopg.connect()


@app.post("/payouts/{payout_id}/resume")
def resume(payout_id: int, account: str, cents: int):
    cur = db.execute(
        "UPDATE payouts SET locked_until = now() + interval '30 seconds' WHERE id = %s AND locked_until < now()",
        (payout_id,),
    )
    if cur.rowcount == 0:
        return {"state": "running elsewhere"}
    gateway.payout(account, cents, idempotency_key=f"payout-{payout_id}")
    db.execute("UPDATE payouts SET state = 'done' WHERE id = %s", (payout_id,))
    return {"state": "done"}
