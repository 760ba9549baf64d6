import express from 'express';
import Redlock from 'redlock';
import Redis from 'ioredis';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();
const redlock = new Redlock([new Redis()]);

app.post('/transfers', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const lock = await redlock.acquire([`transfer:${key}`], 30000);
  const won = await db.query('INSERT INTO transfers (idempotency_key) VALUES ($1) ON CONFLICT DO NOTHING', [key]);
  if (won.rowCount === 0) {
    await lock.release();
    return res.status(409).end();
  }
  const moved = await gateway.transfer(req.body.account, req.body.cents);
  await lock.release();
  res.json(moved);
});
