from flask import Flask

from . import api, carts, orders
from .extensions import db


def register_blueprints(app):
    app.register_blueprint(orders.bp, url_prefix="/orders")
    carts.load(app)
    app.register_blueprint(api.bp)


def create_app():
    app = Flask(__name__)
    db.init_app(app)
    register_blueprints(app)
    return app
