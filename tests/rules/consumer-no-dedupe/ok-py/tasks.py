import psycopg2
from celery import Celery

from payments_sdk import gateway

app = Celery("bank")


@app.task
def pay_out(payout_id, account, cents):
    db = psycopg2.connect("dbname=bank")
    cursor = db.cursor()
    cursor.execute("INSERT INTO processed (event_id) VALUES (%s) ON CONFLICT DO NOTHING", (payout_id,))
    if cursor.rowcount == 0:
        return
    db.commit()
    gateway.payout(account, cents)
