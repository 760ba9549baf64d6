import express from 'express';
import { idempotency } from './idempotency';
import { requireUser } from './auth';
import { gateway } from '@acme/payments';

const app = express();
app.use(requireUser);
app.use(idempotency);

app.post('/charges', async (req, res) => {
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
