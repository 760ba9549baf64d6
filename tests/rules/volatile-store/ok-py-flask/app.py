import redis
from flask import Flask, abort, jsonify, request
import psycopg2
from payments_sdk import gateway

app = Flask(__name__)
cache = redis.Redis(host="cache")
db = psycopg2.connect("dbname=bank")


@app.post("/withdrawals")
def withdraw():
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        abort(400)
    if not cache.set("withdrawal:" + key, "1", nx=True, ex=7 * 86400):
        abort(409)
    with db, db.cursor() as cursor:
        cursor.execute(
            "INSERT INTO withdrawals (idempotency_key, account, cents) VALUES (%s, %s, %s)",
            (key, request.json["account"], request.json["cents"]),
        )
    paid = gateway.payout(request.json["account"], request.json["cents"])
    return jsonify(paid), 201
