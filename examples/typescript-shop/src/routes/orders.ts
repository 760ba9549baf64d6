// Bad: a client that times out and sends again is charged twice.
import { Router } from "express";
import Stripe from "stripe";
import { pool } from "../db.js";

const stripe = new Stripe(process.env.STRIPE_KEY!);
export const orders = Router();

orders.post("/", async (req, res) => {
  const { customerId, totalCents, source } = req.body;
  const charge = await stripe.charges.create({ amount: totalCents, currency: "eur", source });
  const { rows } = await pool.query(
    "INSERT INTO orders (customer_id, total_cents, charge) VALUES ($1, $2, $3) RETURNING id",
    [customerId, totalCents, charge.id],
  );
  res.status(201).json({ id: rows[0].id });
});

// Fine: a repeat sets the same value again.
orders.patch("/:id", async (req, res) => {
  await pool.query("UPDATE orders SET total_cents = $2 WHERE id = $1", [req.params.id, req.body.totalCents]);
  res.status(204).end();
});
