import psycopg2
from celery import Celery

from payments_sdk import gateway

app = Celery("bank")
db = psycopg2.connect("dbname=bank")


def first_time(event_id):
    cursor = db.cursor()
    cursor.execute("INSERT INTO processed (consumer, event_id) VALUES ('payouts', %s) ON CONFLICT DO NOTHING", (event_id,))
    db.commit()
    return cursor.rowcount == 1


@app.task
def pay_out(event_id, account, cents):
    fresh = first_time(event_id)
    if not fresh:
        return
    gateway.payout(account, cents, idempotency_key=f"payout-{event_id}")
