from dbos import DBOS, SetWorkflowID
from fastapi import FastAPI, Header
from pydantic import BaseModel

from payments_sdk import gateway

app = FastAPI()
DBOS(fastapi=app)


class Charge(BaseModel):
    card: str
    cents: int


@DBOS.workflow()
def charge_card(card, cents):
    return gateway.charge(card, cents)


@app.post("/charges")
def charge(body: Charge, idempotency_key: str = Header(min_length=16, max_length=64)):
    with SetWorkflowID(idempotency_key):
        return charge_card(body.card, body.cents)
