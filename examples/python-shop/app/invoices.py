"""Bad: two requests at once both find nothing, and both send an invoice."""
import smtplib

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String, select
from sqlalchemy.orm import DeclarativeBase, Session

from app.database import get_session

router = APIRouter()


class Base(DeclarativeBase):
    pass


class Invoice(Base):
    __tablename__ = "invoices"
    id = Column(Integer, primary_key=True)
    order_number = Column(String)
    total_cents = Column(Integer)


class NewInvoice(BaseModel):
    order_number: str
    total_cents: int
    email: str


@router.post("/", status_code=201)
def create_invoice(body: NewInvoice, session: Session = Depends(get_session)):
    known = session.execute(select(Invoice).where(Invoice.order_number == body.order_number)).scalar()
    if known is not None:
        return {"id": known.id}
    invoice = Invoice(order_number=body.order_number, total_cents=body.total_cents)
    session.add(invoice)
    session.commit()
    with smtplib.SMTP("localhost") as mail:
        mail.sendmail("shop@example.com", body.email, f"Invoice {invoice.id}")
    return {"id": invoice.id}
