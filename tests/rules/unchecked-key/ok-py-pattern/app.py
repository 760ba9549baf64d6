import re

import psycopg
from fastapi import FastAPI, HTTPException, Request

from payments_sdk import gateway

app = FastAPI()
db = psycopg.connect()
FORM = re.compile(r"[0-9a-f-]{36}")


@app.post("/charges")
async def charge(request: Request):
    key = request.headers.get("Idempotency-Key")
    if not FORM.fullmatch(key):
        raise HTTPException(400)
    body = await request.json()
    cur = db.execute("INSERT INTO keys (idempotency_key) VALUES (%s) ON CONFLICT DO NOTHING", (key,))
    if cur.rowcount == 0:
        raise HTTPException(409)
    return gateway.charge(body["card"], body["cents"], idempotency_key=key)
