import { Kafka } from 'kafkajs';
import { pay } from './pay';

const consumer = new Kafka({ brokers: ['b:9092'] }).consumer({ groupId: 'shop' });
export async function start() {
  await consumer.subscribe({ topic: 'orders' });
  await consumer.run({
    eachMessage: async ({ message }) => {
      await pay(JSON.parse(message.value!.toString()).amount);
    },
  });
}
start();
