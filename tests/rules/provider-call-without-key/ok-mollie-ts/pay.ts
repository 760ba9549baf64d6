import { createMollieClient } from '@mollie/api-client';

const mollie = createMollieClient({ apiKey: process.env.MOLLIE_KEY! });

export async function pay(order: string, value: string) {
  return mollie.payments.create({
    amount: { currency: 'EUR', value },
    description: `Order ${order}`,
    redirectUrl: 'https://shop.example/thanks',
    idempotencyKey: order,
  });
}
