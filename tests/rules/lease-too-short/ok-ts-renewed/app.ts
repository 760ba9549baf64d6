import express from 'express';
import Client from 'ioredis';
import Redlock from 'redlock';
import axios from 'axios';

const app = express();
const redlock = new Redlock([new Client()]);

app.post('/payouts/:id/send', async (req, res) => {
  const lock = await redlock.acquire([`payout:${req.params.id}`], 4000);
  const beat = setInterval(() => lock.extend(4000), 1000);
  const sent = await axios.post('https://bank.example.com/payouts', { id: req.params.id }, { timeout: 30000 });
  clearInterval(beat);
  await lock.release();
  res.json(sent.data);
});
