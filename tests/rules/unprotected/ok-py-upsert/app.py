import asyncpg
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Setting(BaseModel):
    name: str
    value: str


@app.post("/settings")
async def save(setting: Setting):
    db = await asyncpg.connect("postgresql://localhost/shop")
    await db.execute(
        "INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        setting.name, setting.value)
