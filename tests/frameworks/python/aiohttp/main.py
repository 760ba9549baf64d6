import asyncpg
from aiohttp import ClientSession, web

routes = web.RouteTableDef()


@routes.post("/orders")
async def create(request):
    connection = await asyncpg.connect()
    await connection.execute("INSERT INTO orders (total) VALUES ($1)", 1)
    return web.json_response({})


@routes.view("/items")
class Items(web.View):
    async def get(self):
        return web.json_response([])

    async def post(self):
        async with ClientSession() as session:
            await session.post("https://stock.example/items", json={})
        return web.json_response({})


async def echo(request):
    return web.json_response({})


def make_admin():
    admin = web.Application()
    admin.add_routes([web.post("/echo", echo)])
    return admin


app = web.Application()
app.add_routes(routes)
app.router.add_post("/echo", echo)
app.add_subapp("/admin", make_admin())
