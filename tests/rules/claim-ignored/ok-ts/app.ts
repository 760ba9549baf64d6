import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/refunds', async (req, res) => {
  const claim = await db.query(
    'INSERT INTO refunds (order_id, cents) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING order_id',
    [req.body.order, req.body.cents],
  );
  if (claim.rowCount === 0) {
    return res.status(409).end();
  }
  await gateway.refund(req.body.order, req.body.cents);
  res.status(202).end();
});
