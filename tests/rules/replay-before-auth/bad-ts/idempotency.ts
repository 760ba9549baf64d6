import Redis from 'ioredis';

const redis = new Redis();

export async function idempotency(req, res, next) {
  const key = req.get('Idempotency-Key');
  if (!key) return res.status(400).end();
  const known = await redis.get(`answer:${key}`);
  if (known) return res.json(JSON.parse(known));
  const won = await redis.set(`claim:${key}`, '1', 'EX', 86400, 'NX');
  if (!won) return res.status(409).end();
  next();
}
