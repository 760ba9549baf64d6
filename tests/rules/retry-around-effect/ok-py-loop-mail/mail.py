import time

import sendgrid

client = sendgrid.SendGridAPIClient("key")


def receipts(messages):
    for message in messages:
        try:
            client.send(message)
        except Exception:
            time.sleep(2)
