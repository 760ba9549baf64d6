import { Configuration, PlaidApi } from 'plaid';

const plaid = new PlaidApi(new Configuration({}));

export async function refund(transfer: string, amount: string) {
  return plaid.transferRefundCreate({ transfer_id: transfer, amount, idempotency_key: `refund-${transfer}` } as any);
}
