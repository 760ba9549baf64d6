import Redis from 'ioredis';

const redis = new Redis();
const DAY_SECONDS = 24 * 60 * 60;

export async function firstTime(event: { id: string }) {
  return redis.set(`processed-event:${event.id}`, '1', 'EX', DAY_SECONDS, 'NX');
}
