import smtplib

from fastapi import FastAPI

app = FastAPI()


# Unprotected, which another rule tells: the gap at the provider is the least of it.
@app.post("/feedback")
def feedback(text: str):
    smtp = smtplib.SMTP("mail.example.com")
    smtp.sendmail("shop@example.com", ["team@example.com"], text)
    return {"state": "sent"}
