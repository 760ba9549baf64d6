import express from 'express';
import { createHash } from 'crypto';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const print = createHash('sha256').update(`${req.body.card}|${req.body.cents}`).digest('hex');
  const seen = await db.query('SELECT answer, print FROM keys WHERE tenant_id = $1 AND idempotency_key = $2', [req.user.id, key]);
  if (seen.rows.length > 0) {
    if (seen.rows[0].print !== print) return res.status(422).end();
    return res.json(seen.rows[0].answer);
  }
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await db.query('INSERT INTO keys (tenant_id, idempotency_key, print, answer) VALUES ($1, $2, $3, $4)', [req.user.id, key, print, paid]);
  res.json(paid);
});
