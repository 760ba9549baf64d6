import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const won = await redis.set(`charge:${key}`, 'running', 'EX', 120, 'NX');
  if (won !== 'OK') return res.status(409).end();
  const paid = await gateway.charge(req.body.card, req.body.cents);
  await redis.set(`charge:${key}`, JSON.stringify(paid), 'EX', 172800);
  res.json(paid);
});
