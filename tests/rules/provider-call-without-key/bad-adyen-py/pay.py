import Adyen

adyen = Adyen.Adyen()


def pay(order_id, cents, method):
    request = {"amount": {"value": cents, "currency": "EUR"}, "reference": order_id, "paymentMethod": method}
    return adyen.checkout.payments_api.payments(request)
