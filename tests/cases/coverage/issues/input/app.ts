import express from 'express';
import { gateway } from '@acme/payments';

const app = express();

app.post('/orders', async (req, res) => {
  const paid = await gateway.charge(req.body.card, req.body.total);
  res.status(201).json(paid);
});

app.listen(3000);
