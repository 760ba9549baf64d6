import express from 'express';
import { createHash } from 'crypto';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redis = new Redis();

app.post('/charges', async (req, res) => {
  const print = createHash('sha256').update(JSON.stringify(req.body)).digest('hex');
  const won = await redis.set(print, '1', 'EX', 600, 'NX');
  if (won !== 'OK') return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
