import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_KEY);

export async function receipt(order: string, to: string) {
  await resend.emails.send(
    { from: 'shop@example.com', to, subject: `Order ${order}`, text: 'Thank you' },
  );
}
