import amqp from 'amqplib';
import { Pool } from 'pg';

const db = new Pool();

export async function start() {
  const connection = await amqp.connect('amqp://localhost');
  const channel = await connection.createChannel();
  await channel.consume('orders', async (message) => {
    if (!message) return;
    const order = JSON.parse(message.content.toString());
    channel.ack(message);
    await db.query('INSERT INTO orders (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', [order.id, order]);
  });
}
