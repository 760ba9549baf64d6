import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/bookings', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const claim = await db.query('INSERT INTO request_keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.tenantId, key]);
  if (claim.rowCount === 0) return res.status(409).end();
  await gateway.charge(req.body.card, req.body.cents, { idempotencyKey: key });
  const made = await db.query('INSERT INTO bookings (room, night) VALUES ($1, $2) RETURNING id', [req.body.room, req.body.night]);
  res.status(201).json(made.rows[0]);
});
