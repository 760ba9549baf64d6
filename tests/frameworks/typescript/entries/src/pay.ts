import Stripe from 'stripe';

const stripe = new Stripe(process.env.KEY!);
export async function pay(amount: number) {
  return stripe.charges.create({ amount, currency: 'eur' });
}
