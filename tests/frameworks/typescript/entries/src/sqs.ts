import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { Consumer } from 'sqs-consumer';
import { pay } from './pay';

Consumer.create({
  queueUrl: 'https://sqs/refunds',
  handleMessage: async (message) => {
    await pay(Number(message.Body));
  },
}).start();

const client = new SQSClient({});
export async function poll(url: string) {
  const got = await client.send(new ReceiveMessageCommand({ QueueUrl: url }));
  for (const message of got.Messages ?? []) {
    await pay(Number(message.Body));
    await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: message.ReceiptHandle }));
  }
}
