import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/payouts', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const paid = await gateway.payout(req.body.account, req.body.cents);
  await db.query('INSERT INTO payouts (idempotency_key, reference) VALUES ($1, $2)', [key, paid.id]);
  res.json(paid);
});
