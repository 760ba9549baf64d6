import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  await redis.set(`charge:${key}`, '1', 'EX', 86400, 'NX');
  const paid = await gateway.charge(req.body.card, req.body.cents);
  res.json(paid);
});
