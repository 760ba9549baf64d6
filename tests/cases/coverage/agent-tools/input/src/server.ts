import express from 'express';
import Stripe from 'stripe';

const stripe = new Stripe(process.env.KEY!);
const app = express();
const charge = async (req, res) => {
  res.json(await stripe.charges.create({ amount: req.body.amount, currency: 'eur' }));
};
app.post('/orders', charge);
app.post('/refunds', charge);
app.post('/internal/settle', charge);
app.post('/people', charge);
app.listen(3000);
