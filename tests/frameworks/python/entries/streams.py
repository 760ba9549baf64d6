import asyncio

import boto3
import pika
from aiokafka import AIOKafkaConsumer

from pay import pay


async def consume():
    consumer = AIOKafkaConsumer("orders", bootstrap_servers="b:9092")
    await consumer.start()
    async for message in consumer:
        pay(int(message.value))


def on_message(channel, method, properties, body):
    pay(int(body))
    channel.basic_ack(method.delivery_tag)


connection = pika.BlockingConnection()
channel = connection.channel()
channel.basic_consume(queue="invoices", on_message_callback=on_message)


def poll(url):
    sqs = boto3.client("sqs")
    got = sqs.receive_message(QueueUrl=url)
    for message in got["Messages"]:
        pay(int(message["Body"]))


asyncio.run(consume())
