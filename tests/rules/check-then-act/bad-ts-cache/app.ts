import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/payouts', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const stored = await redis.get(`payout:${key}`);
  if (stored) return res.json(JSON.parse(stored));
  const paid = await gateway.payout(req.body.account, req.body.cents);
  await redis.set(`payout:${key}`, JSON.stringify(paid), 'EX', 86400);
  res.json(paid);
});
