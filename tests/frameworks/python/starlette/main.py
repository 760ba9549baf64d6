import subprocess

from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.routing import Mount, Route


async def echo(request):
    return await request.json()


class Backups(HTTPEndpoint):
    async def get(self, request):
        return []

    async def post(self, request):
        subprocess.run(["backup"])


app = Starlette(
    routes=[
        Route("/echo", echo, methods=["POST"]),
        Mount("/admin", routes=[Route("/backups", Backups)]),
    ]
)
