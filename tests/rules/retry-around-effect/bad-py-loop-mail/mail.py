import time

import sendgrid

client = sendgrid.SendGridAPIClient("key")


def receipt(message):
    for attempt in range(3):
        try:
            return client.send(message)
        except Exception:
            time.sleep(2**attempt)
