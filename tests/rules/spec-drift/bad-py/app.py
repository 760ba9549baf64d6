import stripe
from flask import Flask, jsonify

app = Flask(__name__)


@app.post("/v1/refunds/<int:id>")
def refund(id):
    stripe.Refund.create(charge=str(id))
    return jsonify(ok=True)
