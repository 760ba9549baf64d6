import os

import psycopg
import stripe
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import JSONResponse

stripe.api_key = os.environ["STRIPE_KEY"]
db = psycopg.connect()
app = FastAPI()
orders = APIRouter(prefix="/orders")


def record(id, total):
    db.execute("INSERT INTO orders (id, total) VALUES (%s, %s)", [id, total])


# Nothing protects it.
@orders.post("/")
def place(request: Request, id: str, total: int):
    stripe.Charge.create(amount=total)
    record(id, total)
    return {}


# The key is claimed first, and a repeat is told so.
@orders.post("/{id}/refund")
def refund(request: Request, id: str):
    key = request.headers["idempotency-key"]
    claimed = db.execute("INSERT INTO refunds (key) VALUES (%s) ON CONFLICT DO NOTHING", [key])
    if claimed.rowcount == 0:
        return JSONResponse({}, status_code=409)
    record(id, 0)
    return {}


# Reads only.
@orders.get("/{id}")
def show(id: str):
    return db.execute("SELECT * FROM orders WHERE id = %s", [id]).fetchall()


app.include_router(orders)


@app.delete("/carts/{id}")
def clear(id: str):
    db.execute("DELETE FROM carts WHERE id = %s", [id])
    return {}
