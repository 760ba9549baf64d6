import stripe
from advanced_alchemy.service import SQLAlchemyAsyncRepositoryService


class OrderService(SQLAlchemyAsyncRepositoryService[dict]):
    async def pay(self, order_id):
        stripe.PaymentIntent.create(amount=100, currency="eur")
        return await self.update({"paid": True}, item_id=order_id)
