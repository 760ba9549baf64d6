import functools

import requests
from flask import Blueprint, request
from flask.views import MethodView

from .models import Order

bp = Blueprint("orders", __name__, url_prefix="/replaced")


def login_required(view):
    @functools.wraps(view)
    def wrapped(**kwargs):
        return view(**kwargs)

    return wrapped


@bp.route("/<int:order_id>")
def show(order_id):
    return {"id": order_id}


@bp.route("/", methods=["POST"])
@login_required
def create():
    return {"id": Order.create(total=request.json["total"]).id}


class Shipments(MethodView):
    decorators = [login_required]

    def get(self, order_id):
        return {}

    def post(self, order_id):
        requests.post("https://carrier.example/shipments", json={"order": order_id})
        return {}, 201


bp.add_url_rule("/<int:order_id>/shipments", view_func=Shipments.as_view("shipments"))
