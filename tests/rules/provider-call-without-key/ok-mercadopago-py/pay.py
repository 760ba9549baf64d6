import mercadopago
from mercadopago.config import RequestOptions

sdk = mercadopago.SDK("secret")


def pay(order_id, amount, token):
    options = RequestOptions(custom_headers={"x-idempotency-key": order_id})
    return sdk.payment().create({"transaction_amount": amount, "token": token}, options)
