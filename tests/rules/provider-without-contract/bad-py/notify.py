import smtplib
import time


def send(message):
    smtp = smtplib.SMTP("mail.example.com")
    for attempt in range(5):
        try:
            smtp.send_message(message)
            return
        except OSError:
            time.sleep(2)
