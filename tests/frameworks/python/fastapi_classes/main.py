from fastapi import FastAPI

import orders

app = FastAPI()
app.include_router(orders.router, prefix="/api")
