from flask import Flask, jsonify, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.exc import IntegrityError

app = Flask(__name__)
db = SQLAlchemy(app)


class Order(db.Model):
    __tablename__ = "orders"
    __table_args__ = (db.UniqueConstraint("shop_id", "order_number"),)
    id = db.Column(db.Integer, primary_key=True)
    shop_id = db.Column(db.Integer, nullable=False)
    order_number = db.Column(db.String(40), nullable=False)
    cents = db.Column(db.Integer, nullable=False)


@app.post("/orders")
def place_order():
    order = Order(shop_id=request.json["shop"], order_number=request.json["number"], cents=request.json["cents"])
    db.session.add(order)
    try:
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        return jsonify(known=True), 200
    return jsonify(id=order.id), 201
