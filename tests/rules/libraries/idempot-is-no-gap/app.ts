import express from 'express';
import { idempotency } from '@idempot/express-middleware';
import { gateway } from '@acme/payments';

const app = express();

app.post('/charges', idempotency({ ttlMs: 172800000 }), async (req, res) => {
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
