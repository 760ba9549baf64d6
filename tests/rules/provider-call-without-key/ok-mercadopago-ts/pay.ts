import { MercadoPagoConfig, Payment } from 'mercadopago';

const payments = new Payment(new MercadoPagoConfig({ accessToken: process.env.MP_TOKEN! }));

export async function pay(order: string, amount: number, token: string) {
  return payments.create({
    body: { transaction_amount: amount, token, installments: 1, external_reference: order },
    requestOptions: { idempotencyKey: order },
  });
}
