from paypalserversdk.paypal_serversdk_client import PaypalServersdkClient

client = PaypalServersdkClient()


def refund(capture_id, cents):
    return client.payments.refund_captured_payment({"capture_id": capture_id, "paypal_request_id": f"refund-{capture_id}"})
