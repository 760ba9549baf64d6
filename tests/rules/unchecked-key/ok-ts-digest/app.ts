import express from 'express';
import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const digest = createHash('sha256').update(`${req.user.tenantId}:charge:${req.get('Idempotency-Key')}`).digest('hex');
  const won = await db.query('INSERT INTO keys (digest) VALUES ($1) ON CONFLICT DO NOTHING', [digest]);
  if (won.rowCount === 0) return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents, { idempotencyKey: digest }));
});
