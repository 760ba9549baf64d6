import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const won = await db.query('INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.id, key]);
  if (won.rowCount === 0) {
    const first = await db.query('SELECT state, answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2', [req.user.id, key]);
    if (first.rows[0].state !== 'done') return res.status(409).end();
    return res.json(first.rows[0].answer);
  }
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await db.query("UPDATE keys SET answer = $1, state = 'done' WHERE tenant_id = $2 AND idempotency_key = $3", [paid, req.user.id, key]);
  res.json(paid);
});
