from motor.motor_asyncio import AsyncIOMotorClient
from sanic import Blueprint, Sanic
from sanic.response import json
from sanic.views import HTTPMethodView

database = AsyncIOMotorClient().shop
orders = Blueprint("orders", url_prefix="/orders")


@orders.post("/")
async def create(request):
    await database.orders.insert_one(request.json)
    return json({})


@orders.route("/search", methods=["POST"])
async def search(request):
    return json(await database.orders.find_one(request.json))


class Refunds(HTTPMethodView):
    async def post(self, request, order_id):
        await database.refunds.insert_one({"order": order_id})
        return json({})


orders.add_route(Refunds.as_view(), "/<order_id:int>/refunds")
app = Sanic("shop")
app.blueprint(Blueprint.group(orders, url_prefix="/api"))
