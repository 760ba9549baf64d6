import { SquareClient } from 'square';

const square = new SquareClient({ token: process.env.SQUARE_TOKEN });

export async function pay(order: string, source: string, cents: bigint) {
  return square.payments.create({
    sourceId: source,
    amountMoney: { amount: cents, currency: 'EUR' },
  });
}
