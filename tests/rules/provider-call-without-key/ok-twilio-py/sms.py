from twilio.rest import Client

client = Client("sid", "token")


def remind(number, text):
    client.messages.create(to=number, from_="+15550100", body=text)
