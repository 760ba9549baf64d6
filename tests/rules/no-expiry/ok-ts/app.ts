import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/orders', async (req, res) => {
  const name = `order:${req.get('Idempotency-Key')}`;
  const won = await redis.set(name, 'running', 'NX');
  if (!won) return res.status(409).end();
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await redis.set(name, JSON.stringify(paid));
  await redis.expire(name, 172800);
  res.json(paid);
});
