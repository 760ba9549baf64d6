import express from 'express';
import { Pool } from 'pg';

const pool = new Pool();
const app = express();
app.post('/orders', async (req, res) => {
  const key = req.headers['idempotency-key'];
  if (!key) return res.status(400).end();
  const won = await pool.query(
    'INSERT INTO idempotency_keys (tenant_id, key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [req.user.tenantId, key],
  );
  if (won.rowCount === 0) return res.status(409).end();
  await pool.query('INSERT INTO orders (item) VALUES ($1)', [req.body.item]);
  res.status(201).end();
});
app.listen(3000);
