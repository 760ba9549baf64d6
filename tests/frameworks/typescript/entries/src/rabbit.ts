import amqp from 'amqplib';
import { pay } from './pay';

async function main() {
  const connection = await amqp.connect('amqp://localhost');
  const channel = await connection.createChannel();
  await channel.consume('invoices', async (message) => {
    await pay(Number(message!.content));
    channel.ack(message!);
  });
}
main();
