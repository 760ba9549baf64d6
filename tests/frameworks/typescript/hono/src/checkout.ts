import { Hono } from "hono";
import Stripe from "stripe";

const stripe = new Stripe("key");

export const checkout = new Hono()
  .get("/prices", async (c) => c.json(await stripe.prices.list()))
  .post(async (c) => {
    const session = await stripe.checkout.sessions.create({ mode: "payment" });
    await fetch("https://hooks.example/started", { method: "POST", body: session.id });
    return c.json(session);
  });
