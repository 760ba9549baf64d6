from fastapi import FastAPI

from app.invoices import router as invoices
from app.refunds import router as refunds

app = FastAPI()
app.include_router(invoices, prefix="/api/invoices")
app.include_router(refunds, prefix="/api/refunds")
