import express from 'express';
import Redlock from 'redlock';
import Redis from 'ioredis';
import { gateway } from '@acme/payments';

const app = express();
const redlock = new Redlock([new Redis()]);

app.post('/transfers', async (req, res) => {
  const lock = await redlock.acquire([`transfer:${req.body.account}`], 5000);
  const moved = await gateway.transfer(req.body.account, req.body.cents);
  await lock.release();
  res.json(moved);
});
