import psycopg2
from flask import Flask, abort, g, jsonify, request
from flask_login import current_user, login_required

from payments_sdk import gateway

app = Flask(__name__)
db = psycopg2.connect("dbname=shop")


@app.post("/payouts")
@login_required
def payout():
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        abort(400)
    with db.cursor() as cursor:
        cursor.execute(
            "INSERT INTO idempotency_keys (user_id, idempotency_key) VALUES (%s, %s) ON CONFLICT DO NOTHING",
            (current_user.id, key),
        )
        if cursor.rowcount == 0:
            abort(409)
        cursor.execute(
            "INSERT INTO payouts (user_id, account, cents) VALUES (%s, %s, %s)",
            (current_user.id, request.json["account"], request.json["cents"]),
        )
    db.commit()
    return jsonify(gateway.payout(request.json["account"], request.json["cents"])), 201
