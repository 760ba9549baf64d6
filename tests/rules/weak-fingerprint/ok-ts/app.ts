import express from 'express';
import { createHash } from 'crypto';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const text = JSON.stringify([req.body.card, req.body.cents, req.body.lines]);
  const print = createHash('sha256').update(text).digest('hex');
  const won = await db.query('INSERT INTO keys (tenant_id, idempotency_key, print) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [req.user.id, key, print]);
  if (won.rowCount === 0) return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
