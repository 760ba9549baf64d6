import mercadopago
from mercadopago.config import RequestOptions

sdk = mercadopago.SDK("secret")


def pay(order_id, amount, token):
    return sdk.payment().create({"transaction_amount": amount, "token": token})
