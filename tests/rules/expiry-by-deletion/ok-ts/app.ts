import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const known = await db.query('SELECT answer FROM idempotency WHERE idempotency_key = $1 AND expires_at > now()', [key]);
  if (known.rows.length > 0) return res.json(known.rows[0].answer);
  const paid = await gateway.charge(req.body.card, req.body.cents, { idempotencyKey: key });
  await db.query('INSERT INTO idempotency (idempotency_key, answer, expires_at) VALUES ($1, $2, $3)', [key, paid, new Date(Date.now() + 86400000)]);
  res.json(paid);
});
