import { CheckoutAPI, Client } from '@adyen/api-library';

const checkout = new CheckoutAPI(new Client({ apiKey: process.env.ADYEN_KEY, environment: 'TEST' }));

export async function pay(order: string, cents: number, method: any) {
  const request = { amount: { value: cents, currency: 'EUR' }, reference: order, paymentMethod: method, merchantAccount: 'Shop' };
  return checkout.PaymentsApi.payments(request);
}
