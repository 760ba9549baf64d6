import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';

const app = express();
const db = new Pool();
const stripe = new Stripe(process.env.STRIPE_KEY!);

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const client = await db.connect();
  await client.query('BEGIN');
  const won = await client.query('INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.id, key]);
  await client.query('COMMIT');
  if (won.rowCount === 0) return res.status(409).end();
  const paid = await stripe.charges.create({ amount: req.body.cents, currency: 'eur' }, { idempotencyKey: key });
  res.json(paid);
});
