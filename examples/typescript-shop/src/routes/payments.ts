// Good: the key is claimed before the charge, compared, and replayed; the provider gets a key of the same intention.
import { createHash } from "node:crypto";
import { Router } from "express";
import Stripe from "stripe";
import { pool } from "../db.js";

const stripe = new Stripe(process.env.STRIPE_KEY!);
export const payments = Router();

payments.post("/", async (req, res) => {
  const key = req.get("Idempotency-Key");
  if (!key || key.length > 64) return res.status(400).json({ error: "Idempotency-Key is required" });
  const customer = req.user.customerId;
  const print = createHash("sha256").update(JSON.stringify([req.body.amount, req.body.currency])).digest("hex");

  const claim = await pool.query(
    `INSERT INTO request_keys (customer_id, operation, idempotency_key, request_fingerprint, expires_at)
     VALUES ($1, 'pay', $2, $3, now() + interval '3 days')
     ON CONFLICT (customer_id, operation, idempotency_key) DO NOTHING`,
    [customer, key, print],
  );
  if (claim.rowCount === 0) {
    const seen = await pool.query(
      "SELECT request_fingerprint, status, body FROM request_keys WHERE customer_id = $1 AND operation = 'pay' AND idempotency_key = $2",
      [customer, key],
    );
    const first = seen.rows[0];
    if (first.request_fingerprint !== print) return res.status(422).json({ error: "key used for another request" });
    if (first.status === null) return res.status(409).json({ error: "still in progress" });
    return res.status(first.status).json(first.body);
  }

  const intent = await stripe.paymentIntents.create(
    { amount: req.body.amount, currency: req.body.currency },
    { idempotencyKey: `${customer}:${key}` },
  );
  await pool.query(
    "UPDATE request_keys SET status = 201, body = $3 WHERE customer_id = $1 AND operation = 'pay' AND idempotency_key = $2",
    [customer, key, { id: intent.id }],
  );
  return res.status(201).json({ id: intent.id });
});
