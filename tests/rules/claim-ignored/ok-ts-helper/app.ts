import express from 'express';
import { gateway } from '@acme/payments';
import { once } from './once';

const app = express();

app.post('/charges', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key) return res.status(400).end();
  if (!(await once(`charge:${key}`))) return res.status(409).end();
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
