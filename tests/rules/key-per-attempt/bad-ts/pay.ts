import { randomUUID } from 'crypto';

export async function pay(account: string, cents: number) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const answer = await fetch('https://pay.example.com/v1/transfers', {
        method: 'POST',
        headers: { 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ account, cents }),
      });
      return await answer.json();
    } catch (e) {
      await new Promise((done) => setTimeout(done, 200));
    }
  }
  throw new Error('no answer');
}
