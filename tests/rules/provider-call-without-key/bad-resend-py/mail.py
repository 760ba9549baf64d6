import resend


def receipt(order_id, to):
    params = {"from": "shop@example.com", "to": [to], "subject": f"Order {order_id}", "text": "Thank you"}
    resend.Emails.send(params)
