import asyncpg


async def place(sku: str, count: int) -> int:
    db = await asyncpg.connect("postgresql://localhost/shop")
    return await db.fetchval("INSERT INTO orders (sku, count) VALUES ($1, $2) RETURNING id", sku, count)
