import express from 'express';
import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE!);
const app = express();
app.post('/orders', async (req, res) => {
  const charge = await stripe.charges.create({ amount: req.body.amount, currency: 'eur' });
  res.status(201).json(charge);
});
app.get('/orders', (req, res) => res.json([]));
app.listen(3000);
