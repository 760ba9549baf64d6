import { gateway } from '@acme/payments';

export async function settle(payout) {
  const known = await gateway.findByReference(payout.reference);
  if (known === null) {
    await gateway.payout(payout.account, payout.cents, { idempotencyKey: payout.reference });
  }
}
