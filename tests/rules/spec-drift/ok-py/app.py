from flask import Flask, jsonify, request

app = Flask(__name__)
ITEMS = ["a", "b"]


@app.post("/search")
def search():
    return jsonify([item for item in ITEMS if request.json["q"] in item])
