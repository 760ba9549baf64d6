import asyncpg
from fastapi import FastAPI, HTTPException
from pydantic import BaseModel

app = FastAPI()


class Comment(BaseModel):
    text: str


@app.post("/posts/{post_id}/comments")
async def comment(post_id: int, body: Comment):
    db = await asyncpg.connect("postgresql://localhost/blog")
    post = await db.fetchrow("SELECT id FROM posts WHERE id = $1", post_id)
    if post is None:
        raise HTTPException(404)
    await db.execute("INSERT INTO comments (post_id, text) VALUES ($1, $2)", post_id, body.text)
