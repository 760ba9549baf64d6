import { GoCardlessClient } from 'gocardless-nodejs/client';
import { Environments } from 'gocardless-nodejs/constants';

const client = new GoCardlessClient(process.env.GC_TOKEN!, Environments.Live);

export async function collect(invoice: string, mandate: string, cents: string) {
  return client.payments.create({ amount: cents, currency: 'EUR', links: { mandate } }, `invoice-${invoice}`);
}
