from flask import Blueprint
from flask_restx import Api, Namespace, Resource

from .models import Order

bp = Blueprint("api", __name__, url_prefix="/api")
api = Api(bp)
ns = Namespace("orders")
api.add_namespace(ns)


@ns.route("/")
class OrderList(Resource):
    def get(self):
        return []

    def post(self):
        return {"id": Order.create().id}


class Health(Resource):
    def get(self):
        return "ok"

    def post(self):
        return "ok"


api.add_resource(Health, "/health", "/ping")
