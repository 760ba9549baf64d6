import pika
import psycopg2

db = psycopg2.connect("dbname=shop")
channel = pika.BlockingConnection().channel()


def on_order(ch, method, properties, body):
    ch.basic_ack(delivery_tag=method.delivery_tag)
    with db.cursor() as cursor:
        cursor.execute("INSERT INTO orders (body) VALUES (%s)", (body,))
    db.commit()


channel.basic_consume(queue="orders", on_message_callback=on_order)
