import Fastify from 'fastify';
import Redis from 'ioredis';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const redis = new Redis();
const db = new Pool();
const app = Fastify();

app.post('/payouts', async (request, reply) => {
  const key = request.headers['idempotency-key'] as string;
  if (!key || key.length > 64) return reply.code(400).send();
  const name = `payout:${request.user.id}:${key}`;
  const won = await redis.set(name, 'running', 'EX', 259200, 'NX');
  if (won !== 'OK') return reply.code(409).send();
  await db.query('INSERT INTO payouts (user_id, idempotency_key, cents) VALUES ($1, $2, $3)', [request.user.id, key, request.body.cents]);
  const paid = await gateway.payout(request.body.account, request.body.cents, { idempotencyKey: `payout-${key}` });
  return reply.code(201).send(paid);
});
