import hashlib
import json
import time

import psycopg2
from flask import Flask, abort, jsonify, request
from flask_login import current_user

from payments_sdk import gateway

app = Flask(__name__)
db = psycopg2.connect("dbname=shop")


@app.post("/refunds")
def refund():
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        abort(400)
    body = request.get_json()
    meaning = json.dumps({"charge": body["charge"], "cents": body["cents"], "at": time.time()}, sort_keys=True)
    print_ = hashlib.sha256(meaning.encode()).hexdigest()
    with db.cursor() as cursor:
        cursor.execute(
            "INSERT INTO keys (user_id, idempotency_key, fingerprint) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            (current_user.id, key, print_),
        )
        if cursor.rowcount == 0:
            abort(409)
    db.commit()
    return jsonify(gateway.refund(body["charge"], body["cents"]))
