import redis
from flask import Flask, abort, jsonify, request
from payments_sdk import gateway

app = Flask(__name__)
cache = redis.Redis(host="cache")


@app.post("/withdrawals")
def withdraw():
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        abort(400)
    if not cache.set("withdrawal:" + key, "1", nx=True, ex=7 * 86400):
        abort(409)
    paid = gateway.payout(request.json["account"], request.json["cents"])
    return jsonify(paid), 201
