import express from 'express';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';
import { reserve } from '@acme/stock';

const app = express();
const redis = new Redis();

app.post('/orders', async (req, res) => {
  const name = `order:${req.get('Idempotency-Key')}`;
  const known = await redis.get(name);
  if (known) return res.json(JSON.parse(known));
  try {
    await reserve(req.body.sku);
    const paid = await gateway.charge(req.body.card, req.body.cents);
    await redis.set(name, JSON.stringify({ status: 201, body: paid }), 'EX', 86400);
    res.status(201).json(paid);
  } catch (e) {
    await redis.set(name, JSON.stringify({ status: 503, body: 'try later' }), 'EX', 86400);
    res.status(503).end();
  }
});
