import dramatiq
from celery import Celery, shared_task
from rq.decorators import job

from pay import pay

app = Celery("shop")


@app.task(name="shop.charge")
def charge(amount):
    pay(amount)


@shared_task
def bill(amount):
    pay(amount)


@job("default")
def settle(amount):
    pay(amount)


@dramatiq.actor
def invoice(amount):
    pay(amount)
