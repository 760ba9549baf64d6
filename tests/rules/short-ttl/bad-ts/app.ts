import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const won = await redis.set(`charge:${key}`, '1', 'EX', 300, 'NX');
  if (won !== 'OK') return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
