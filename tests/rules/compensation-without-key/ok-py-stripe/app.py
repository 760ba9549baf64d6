import stripe
from flask import Flask, jsonify, request

from warehouse_sdk import OutOfStock, book

app = Flask(__name__)


@app.post("/orders")
def order():
    order_id = request.json["order_id"]
    intent = stripe.PaymentIntent.create(
        amount=request.json["cents"], currency="eur", confirm=True, idempotency_key=f"charge-{order_id}"
    )
    try:
        book(order_id)
    except OutOfStock:
        stripe.Refund.create(payment_intent=intent.id, idempotency_key=f"refund-{order_id}")
        return jsonify(error="out of stock"), 409
    return jsonify(id=intent.id), 201
