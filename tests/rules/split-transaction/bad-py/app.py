import psycopg
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

app = FastAPI()
db = psycopg.connect(autocommit=True)


class Booking(BaseModel):
    room: int
    night: str


@app.post("/bookings")
def book(body: Booking, idempotency_key: str = Header()):
    cur = db.execute(
        "INSERT INTO request_keys (idempotency_key) VALUES (%s) ON CONFLICT DO NOTHING", (idempotency_key,)
    )
    if cur.rowcount == 0:
        raise HTTPException(409)
    db.execute("INSERT INTO bookings (room, night) VALUES (%s, %s)", (body.room, body.night))
    return {"state": "booked"}
