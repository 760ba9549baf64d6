import { Configuration, PlaidApi } from 'plaid';

const plaid = new PlaidApi(new Configuration({}));

// The authorization names the transfer: a second call with it is the same one.
export async function transfer(token: string, account: string, authorization: string) {
  return plaid.transferCreate({ access_token: token, account_id: account, authorization_id: authorization, description: 'rent' });
}
