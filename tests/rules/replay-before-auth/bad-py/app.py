import redis
from fastapi import Depends, FastAPI, Header, HTTPException

from payments_sdk import gateway

app = FastAPI()
store = redis.Redis()


def idempotency_guard(idempotency_key: str = Header()):
    if store.get("answer:" + idempotency_key):
        raise HTTPException(409, "answered before")
    if not store.set("claim:" + idempotency_key, "1", nx=True, ex=86400):
        raise HTTPException(409)


def require_user(authorization: str = Header()):
    if not authorization:
        raise HTTPException(401)


@app.post("/charges", dependencies=[Depends(idempotency_guard), Depends(require_user)])
def charge(card: str, cents: int):
    return gateway.charge(card, cents)
