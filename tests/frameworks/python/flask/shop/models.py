from .extensions import db


class CRUDMixin:
    @classmethod
    def create(cls, **fields):
        item = cls(**fields)
        return item.save()

    def save(self):
        db.session.add(self)
        db.session.commit()
        return self


class Order(CRUDMixin, db.Model):
    id = db.Column(db.Integer, primary_key=True)
