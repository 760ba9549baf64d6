from celery import Celery

from payments_sdk import gateway

app = Celery("bank")


@app.task
def pay_out(account, cents):
    gateway.payout(account, cents)
