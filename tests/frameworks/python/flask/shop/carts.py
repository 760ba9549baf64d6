from flask import Blueprint

from .extensions import db


def empty(cart_id):
    db.session.execute("DELETE FROM cart_items WHERE cart_id = 1")
    return {}


def count(cart_id):
    db.session.execute("SELECT count(*) FROM cart_items")
    return {}


def load(app):
    bp = Blueprint("carts", __name__)
    bp.add_url_rule("/<cart_id>/empty", view_func=empty, methods=["POST"])
    bp.add_url_rule("/<cart_id>/count", view_func=count, methods=["POST"])
    app.register_blueprint(bp, url_prefix="/carts")
