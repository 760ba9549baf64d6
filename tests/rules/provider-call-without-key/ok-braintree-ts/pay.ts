import braintree from 'braintree';

const gateway = new braintree.BraintreeGateway({ environment: braintree.Environment.Production, merchantId: 'm', publicKey: 'p', privateKey: 's' });

export const pay = (amount: string, nonce: string) => gateway.transaction.sale({ amount, paymentMethodNonce: nonce });
