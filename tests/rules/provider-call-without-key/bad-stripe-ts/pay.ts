import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE_KEY!);

export async function payInvoice(invoice: string, cents: number, method: string) {
  const intent = await stripe.paymentIntents.create(
    { amount: cents, currency: 'eur', payment_method: method, confirm: true },
  );
  return intent.id;
}
