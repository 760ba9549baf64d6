import smtplib


def send_receipt(order_id):
    with smtplib.SMTP("localhost") as server:
        server.send_message(order_id)
