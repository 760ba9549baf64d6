import express from 'express';
import * as idempotency from 'express-idempotency';
import { gateway } from '@acme/payments';

const app = express();
app.use(express.json());
app.use(idempotency.idempotency({}));

app.post('/charges', async (req, res) => {
  const service = idempotency.getSharedIdempotencyService();
  if (service.isHit(req)) return;
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
