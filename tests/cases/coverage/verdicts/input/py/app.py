from fastapi import Depends, FastAPI
from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker

app = FastAPI()
make_session = sessionmaker()


class Base(DeclarativeBase):
    pass


class Voucher(Base):
    __tablename__ = "vouchers"
    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(20), unique=True)


class Remark(Base):
    __tablename__ = "remarks"
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(String(200))


def session():
    with make_session() as open_session:
        yield open_session


@app.post("/model-unique/covered")
def make_voucher(code: str, db: Session = Depends(session)):
    db.add(Voucher(code=code))
    db.commit()


@app.post("/model/uncovered")
def make_remark(text: str, db: Session = Depends(session)):
    db.add(Remark(text=text))
    db.commit()
