import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.get('Idempotency-Key');
  if (!key) return res.status(400).end();
  const won = await db.query('INSERT INTO keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.tenantId, key]);
  if (won.rowCount === 0) return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents, { idempotencyKey: key }));
});
