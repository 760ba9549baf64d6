from fastapi import APIRouter, Depends
from sqlalchemy.orm import Session, sessionmaker

SessionLocal = sessionmaker()


def generate_session():
    with SessionLocal() as session:
        yield session


def controller(router: APIRouter):
    """Turns a class into endpoints: its methods carry the router's decorators."""

    def decorator(cls):
        cls.__router__ = router
        return cls

    return decorator


class BaseController:
    session: Session = Depends(generate_session)

    def save(self, item):
        self.session.add(item)
        self.session.commit()
        return item
