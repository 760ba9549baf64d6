import express from "express";
import Stripe from "stripe";
import { Pool } from "pg";

const stripe = new Stripe(process.env.STRIPE_KEY);
const db = new Pool();
const app = express();
const orders = express.Router();

async function record(id, total) {
  await db.query("INSERT INTO orders (id, total) VALUES ($1, $2)", [id, total]);
}

// Nothing protects it.
orders.post("/", async (req, res) => {
  await stripe.charges.create({ amount: req.body.total });
  await record(req.body.id, req.body.total);
  res.json({});
});

// The key is claimed first, and a repeat is told so.
orders.post("/:id/refund", async (req, res) => {
  const key = req.headers["idempotency-key"];
  const claimed = await db.query("INSERT INTO refunds (key) VALUES ($1) ON CONFLICT DO NOTHING", [key]);
  if (claimed.rowCount === 0) {
    return res.status(409).json({});
  }
  await record(req.params.id, 0);
  res.json({});
});

// Reads only.
orders.get("/:id", async (req, res) => {
  const found = await db.query("SELECT * FROM orders WHERE id = $1", [req.params.id]);
  res.json(found.rows);
});

app.use("/orders", orders);
app.delete("/carts/:id", async (req, res) => {
  await db.query("DELETE FROM carts WHERE id = $1", [req.params.id]);
  res.json({});
});
app.listen(8080);
