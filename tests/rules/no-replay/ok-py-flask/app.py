import psycopg2
from flask import Flask, abort, jsonify, request
from flask_login import current_user

from payments_sdk import gateway

app = Flask(__name__)
db = psycopg2.connect("dbname=shop")


@app.post("/charges")
def charge():
    key = request.headers.get("Idempotency-Key")
    if not key or len(key) > 64:
        abort(400)
    cursor = db.cursor()
    cursor.execute(
        "INSERT INTO keys (user_id, idempotency_key) VALUES (%s, %s) ON CONFLICT DO NOTHING",
        (current_user.id, key),
    )
    if cursor.rowcount == 0:
        cursor.execute("SELECT answer FROM keys WHERE user_id = %s AND idempotency_key = %s", (current_user.id, key))
        answer = cursor.fetchone()[0]
        if answer is None:
            return jsonify(error="still running"), 409
        return jsonify(id=answer), 201
    db.commit()
    paid = gateway.charge(request.json["card"], request.json["cents"])
    cursor.execute("UPDATE keys SET answer = %s WHERE user_id = %s AND idempotency_key = %s", (paid["id"], current_user.id, key))
    db.commit()
    return jsonify(paid), 201
