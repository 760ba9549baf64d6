from idempotency_header_middleware import IdempotencyHeaderMiddleware
from idempotency_header_middleware.backends.redis import RedisBackend
from redis.asyncio import Redis
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.routing import Route

from payments_sdk import gateway


async def charge(request):
    body = await request.json()
    return JSONResponse(await gateway.charge(body["card"], body["cents"]))


app = Starlette(
    routes=[Route("/charges", charge, methods=["POST"])],
    middleware=[Middleware(IdempotencyHeaderMiddleware, backend=RedisBackend(Redis()))],
)
