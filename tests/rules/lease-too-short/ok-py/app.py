import redis
import requests
from fastapi import FastAPI, Header
from pydantic import BaseModel

app = FastAPI()
store = redis.Redis()


class Transfer(BaseModel):
    iban: str
    cents: int


@app.post("/transfers")
def transfer(body: Transfer, idempotency_key: str = Header()):
    with store.lock("transfer:" + idempotency_key, timeout=60):
        return requests.post("https://bank.example.com/transfers", json=body.model_dump(), timeout=20).json()
