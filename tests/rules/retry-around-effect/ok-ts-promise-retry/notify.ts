import pRetry from 'p-retry';
import { gateway } from '@acme/payments';
import Stripe from 'stripe';

const stripe = new Stripe(process.env.STRIPE_KEY!);

export async function settle(invoice: string, cents: number) {
  return pRetry(
    async () => stripe.paymentIntents.create({ amount: cents, currency: 'eur' }, { idempotencyKey: `invoice-${invoice}` }),
    { retries: 4 },
  );
}
