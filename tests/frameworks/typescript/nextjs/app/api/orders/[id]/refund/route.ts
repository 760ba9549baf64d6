import Stripe from "stripe";

const stripe = new Stripe(process.env.STRIPE_KEY ?? "");

function verbs() {
  return {
    POST: async () => Response.json(await stripe.refunds.create({ charge: "c" })),
    GET: async () => Response.json(await stripe.refunds.list()),
  };
}

export const { GET, POST } = verbs();
