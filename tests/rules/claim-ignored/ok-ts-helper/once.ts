import Redis from 'ioredis';

const redis = new Redis();

export async function once(name: string): Promise<boolean> {
  const answer = await redis.set(name, '1', 'EX', 86400, 'NX');
  return answer === 'OK';
}
