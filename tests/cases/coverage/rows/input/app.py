from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)


class Record(db.Model):
    __abstract__ = True

    @classmethod
    def by_id(cls, record_id):
        return db.session.get(cls, record_id)

    def save(self):
        db.session.add(self)
        db.session.commit()
        return self


class Invoice(Record):
    id = db.Column(db.Integer, primary_key=True)
    number = db.Column(db.String(20))
    state = db.Column(db.String(10))
    reminders = db.Column(db.Integer)

    def settle(self):
        if self.state == "paid":
            return
        self.state = "paid"
        self.save()
        Entry(invoice_id=self.id).save()

    def settle_always(self):
        self.state = "paid"
        self.save()
        Entry(invoice_id=self.id).save()

    def remind(self):
        self.reminders = self.reminders + 1
        self.save()

    def rename(self, number):
        self.number = number
        self.save()


class Entry(Record):
    id = db.Column(db.Integer, primary_key=True)
    invoice_id = db.Column(db.Integer)


@app.post("/settle/partial")
def settle():
    Invoice.query.filter_by(number=request.json["number"]).first().settle()
    return "", 204


@app.post("/settle-always/uncovered")
def settle_always():
    Invoice.by_id(request.json["id"]).settle_always()
    return "", 204


@app.post("/remind/uncovered")
def remind():
    Invoice.by_id(request.json["id"]).remind()
    return "", 204


@app.post("/rename/exempt")
def rename():
    Invoice.by_id(request.json["id"]).rename(request.json["name"])
    return "", 204


@app.post("/two-rows/exempt")
def two_rows():
    Invoice.by_id(1).rename(request.json["name"])
    Invoice.by_id(2).rename(request.json["name"])
    return "", 204


@app.post("/make/uncovered")
def make():
    invoice = Invoice(number=request.json["number"])
    invoice.save()
    return "", 201


@app.post("/edit-or-make/uncovered")
def edit_or_make():
    invoice = Invoice.by_id(request.json.get("id")) if "id" in request.json else Invoice()
    invoice.number = request.json["number"]
    invoice.save()
    return "", 201


@app.post("/take-away/exempt")
def take_away():
    invoice = Invoice.by_id(request.json["id"])
    if invoice.state == "paid":
        return "", 409
    db.session.delete(invoice)
    db.session.commit()
    return "", 204


if __name__ == "__main__":
    app.run()
