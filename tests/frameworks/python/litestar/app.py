from litestar import Controller, Litestar, Router, get, post
from litestar.config.app import AppConfig
from litestar.plugins import InitPluginProtocol

from services import OrderService


class OrderController(Controller):
    path = "/orders"

    @get()
    async def list_orders(self, orders: OrderService) -> list:
        return await orders.list()

    @post(operation_id="CreateOrder")
    async def create(self, orders: OrderService, data: dict) -> dict:
        return await orders.create(data)

    @post(path="/{order_id:uuid}/pay")
    async def pay(self, orders: OrderService, order_id: str) -> dict:
        return await orders.pay(order_id)


class AdminController(Controller):
    path = "/admin"

    @post("/ping")
    async def ping(self) -> str:
        return "pong"


@post("/hooks")
async def hook(data: dict) -> None:
    return None


class Core(InitPluginProtocol):
    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        self._routes(app_config, controllers=[AdminController])
        return app_config

    def _routes(self, app_config: AppConfig, *, controllers: list) -> None:
        app_config.route_handlers.extend(controllers)


api = Router(path="/api", route_handlers=[OrderController])
app = Litestar(route_handlers=[api, hook], plugins=[Core()])
