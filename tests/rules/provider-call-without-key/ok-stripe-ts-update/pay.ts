import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE_KEY!);

export async function label(intent: string, order: string) {
  const known = await stripe.paymentIntents.retrieve(intent);
  await stripe.paymentIntents.update(known.id, { metadata: { order } });
  return stripe.billingPortal.sessions.create({ customer: known.customer as string });
}
