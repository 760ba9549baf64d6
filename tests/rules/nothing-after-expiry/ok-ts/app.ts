import express from 'express';
import Redis from 'ioredis';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();
const redis = new Redis();

app.post('/charges', async (req, res) => {
  const won = await redis.set(`charge:${req.get('Idempotency-Key')}`, '1', 'EX', 172800, 'NX');
  if (!won) return res.status(409).end();
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await db.query('INSERT INTO payments (order_no, cents) VALUES ($1, $2)', [req.body.orderNo, req.body.cents]);
  res.json(paid);
});
