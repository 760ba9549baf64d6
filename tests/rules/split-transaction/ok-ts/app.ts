import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/bookings', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const client = await db.connect();
  await client.query('BEGIN');
  const claim = await client.query('INSERT INTO request_keys (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.tenantId, key]);
  if (claim.rowCount === 0) {
    await client.query('ROLLBACK');
    return res.status(409).end();
  }
  const made = await client.query('INSERT INTO bookings (room, night) VALUES ($1, $2) RETURNING id', [req.body.room, req.body.night]);
  await client.query('COMMIT');
  res.status(201).json(made.rows[0]);
});
