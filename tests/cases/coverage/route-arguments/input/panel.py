from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)


class Voucher(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    label = db.Column(db.String(20))


def manage(voucher_id=None):
    if voucher_id:
        voucher = db.session.get(Voucher, voucher_id)
    else:
        voucher = Voucher()
    voucher.label = request.form["label"]
    db.session.add(voucher)
    db.session.commit()
    return "", 204


def manage_or_default(voucher_id=None):
    if voucher_id is None:
        db.session.add(Voucher(label=request.form["label"]))
    else:
        voucher = db.session.get(Voucher, voucher_id)
        voucher.label = request.form["label"]
        db.session.add(voucher)
    db.session.commit()
    return "", 204


def by_body(voucher_id=None):
    voucher_id = request.form.get("id", voucher_id)
    if voucher_id:
        voucher = db.session.get(Voucher, voucher_id)
    else:
        voucher = Voucher()
    voucher.label = request.form["label"]
    db.session.add(voucher)
    return "", 204


app.add_url_rule("/vouchers/uncovered", view_func=manage, methods=["POST"])
app.add_url_rule("/vouchers/<int:voucher_id>/exempt", view_func=manage, methods=["POST"])
app.add_url_rule("/other/uncovered", view_func=manage_or_default, methods=["POST"])
app.add_url_rule("/other/<int:voucher_id>/exempt", view_func=manage_or_default, methods=["POST"])
app.add_url_rule("/first/uncovered", view_func=manage, methods=["POST"], defaults={"voucher_id": 1})
app.add_url_rule("/by-body/uncovered", view_func=by_body, methods=["POST"])
