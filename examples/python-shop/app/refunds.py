"""Good: the key is claimed in one command, compared, and the refund carries it on."""
import hashlib
import json

import stripe
from fastapi import APIRouter, Depends, Header, HTTPException
from pydantic import BaseModel

from app.auth import current_merchant
from app.stores import redis

router = APIRouter()
KEEP_SECONDS = 3 * 86_400


class NewRefund(BaseModel):
    charge: str
    cents: int


@router.post("/", status_code=201)
async def refund(body: NewRefund, merchant: str = Depends(current_merchant),
                 idempotency_key: str = Header(pattern=r"^[\w-]{8,64}$")):
    fingerprint = hashlib.sha256(json.dumps([body.charge, body.cents]).encode()).hexdigest()
    slot = f"refund:{merchant}:{idempotency_key}"
    if not await redis.set(slot, json.dumps({"print": fingerprint}), nx=True, ex=KEEP_SECONDS):
        seen = json.loads(await redis.get(slot))
        if seen["print"] != fingerprint:
            raise HTTPException(422, "key used for another refund")
        if "answer" not in seen:
            raise HTTPException(409, "still in progress")
        return seen["answer"]
    made = await stripe.Refund.create_async(charge=body.charge, amount=body.cents,
                                            idempotency_key=f"{merchant}-{idempotency_key}")
    answer = {"id": made.id}
    await redis.set(slot, json.dumps({"print": fingerprint, "answer": answer}), ex=KEEP_SECONDS)
    return answer
