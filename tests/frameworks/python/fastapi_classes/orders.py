from fastapi import APIRouter, BackgroundTasks

from base import BaseController, controller
from mails import send_receipt

router = APIRouter(prefix="/orders", tags=["Orders"])


@controller(router)
class OrderController(BaseController):
    @router.get("")
    def get_all(self):
        return self.session.query(dict).all()

    @router.post("", status_code=201)
    def create(self, data: dict):
        return self.save(data)

    @router.post("/{order_id}/receipt")
    def receipt(self, order_id: int, tasks: BackgroundTasks):
        tasks.add_task(send_receipt, order_id)
        return {"queued": True}

    @router.post("/preview")
    def preview(self, data: dict):
        return {"total": len(data)}
