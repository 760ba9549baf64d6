import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const seen = await db.query('SELECT answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2', [req.user.id, key]);
  if (seen.rows.length > 0) return res.json(seen.rows[0].answer);
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await db.query('INSERT INTO keys (tenant_id, idempotency_key, answer) VALUES ($1, $2, $3)', [req.user.id, key, paid]);
  res.json(paid);
});
