import pika
import psycopg2

db = psycopg2.connect("dbname=shop")
channel = pika.BlockingConnection().channel()


def on_order(ch, method, properties, body):
    with db.cursor() as cursor:
        cursor.execute("INSERT INTO orders (body) VALUES (%s)", (body,))
    db.commit()
    ch.basic_ack(delivery_tag=method.delivery_tag)


channel.basic_consume(queue="orders", on_message_callback=on_order)
