const express = require("express");
const Stripe = require("stripe");
const stripe = new Stripe(process.env.KEY);
const app = express();

app.post("/pay", async (req, res) => {
  await stripe.charges.create({ amount: req.body.amount, currency: "eur" });
  res.sendStatus(201);
});

app.listen(3000);
