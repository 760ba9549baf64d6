from fastapi import APIRouter, Depends, Header

from .store import Store, get_store

router = APIRouter(prefix="/orders")


@router.post("/{order_id}/pay", status_code=201)
async def pay(order_id: int, key: str | None = Header(None, alias="Idempotency-Key"), store: Store = Depends(get_store)):
    """Charge once."""
    async with store.begin() as tx:
        if (seen := await tx.find(key)) is not None:
            return seen
        try:
            charge = await store.gateway.charge(order_id, idempotency_key=f"pay:{order_id}")
        except TimeoutError as error:
            raise Unknown(order_id) from error
        await tx.save(key, charge)
    return charge
