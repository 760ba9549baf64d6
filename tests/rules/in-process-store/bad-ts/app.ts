import express from 'express';
import { gateway } from '@acme/payments';

const app = express();
const answers = new Map<string, unknown>();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  const known = answers.get(key);
  if (known) return res.json(known);
  const paid = await gateway.charge(req.body.card, req.body.cents);
  answers.set(key, paid);
  res.json(paid);
});
