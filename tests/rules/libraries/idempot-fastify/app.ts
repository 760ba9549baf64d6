import Fastify from 'fastify';
import { idempotency } from '@idempot/fastify-middleware';
import { PostgresIdempotencyStore } from '@idempot/postgres-store';
import { gateway } from '@acme/payments';

const app = Fastify();
const store = new PostgresIdempotencyStore({ connectionString: process.env.DATABASE_URL });

app.post('/charges', { preHandler: idempotency({ store, ttlMs: 172_800_000 }) }, async (request) => {
  return gateway.charge(request.body.card, request.body.cents);
});
