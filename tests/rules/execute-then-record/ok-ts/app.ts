import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/payouts', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const won = await db.query('INSERT INTO payouts (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
  if (won.rowCount === 0) return res.status(409).end();
  const paid = await gateway.payout(req.body.account, req.body.cents);
  await db.query('UPDATE payouts SET reference = $1 WHERE idempotency_key = $2', [paid.id, key]);
  res.json(paid);
});
