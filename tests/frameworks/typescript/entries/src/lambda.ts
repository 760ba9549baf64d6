import type { SQSEvent } from 'aws-lambda';
import { pay } from './pay';

export const handler = async (event: SQSEvent) => {
  for (const record of event.Records) await pay(Number(record.body));
};
export async function nightly() {
  await pay(1);
}
export async function helper() {
  return 1;
}
