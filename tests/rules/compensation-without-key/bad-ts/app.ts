import express from 'express';
import { gateway } from '@acme/payments';
import { book } from '@acme/warehouse';

const app = express();

app.post('/orders', async (req, res) => {
  const paid = await gateway.charge(req.body.card, req.body.cents, { idempotencyKey: req.body.orderId });
  try {
    await book(req.body.orderId);
  } catch (e) {
    await gateway.refund(paid.id, req.body.cents);
    throw e;
  }
  res.json(paid);
});
