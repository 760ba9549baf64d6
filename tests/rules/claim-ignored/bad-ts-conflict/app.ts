import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/refunds', async (req, res) => {
  await db.query('INSERT INTO refunds (order_id, cents) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    req.body.order,
    req.body.cents,
  ]);
  await gateway.refund(req.body.order, req.body.cents);
  res.status(202).end();
});
