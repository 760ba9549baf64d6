import asyncpg
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Signup(BaseModel):
    email: str


@app.post("/waitlist")
async def join(signup: Signup):
    db = await asyncpg.connect("postgresql://localhost/shop")
    row = await db.fetchrow("SELECT id FROM waitlist WHERE email = $1", signup.email)
    if row is not None:
        return {"id": row["id"]}
    made = await db.fetchrow("INSERT INTO waitlist (email) VALUES ($1) RETURNING id", signup.email)
    return {"id": made["id"]}
