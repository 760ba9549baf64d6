import express from 'express';
import Redis from 'ioredis';
import axios from 'axios';

const app = express();
const redis = new Redis();

app.post('/payouts', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const won = await redis.set(`payout:${key}`, 'running', 'PX', 90000, 'NX');
  if (!won) return res.status(409).end();
  const sent = await axios.post('https://bank.example.com/payouts', req.body, { timeout: 30000 });
  await redis.set(`payout:${key}`, JSON.stringify(sent.data), 'EX', 172800);
  res.json(sent.data);
});
