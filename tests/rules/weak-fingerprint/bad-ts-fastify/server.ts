import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const db = new Pool();
const app = Fastify();

interface Payout { account: string; cents: number; splits: { to: string; cents: number }[] }

const fingerprint = (body: Payout) =>
  createHash('sha256')
    .update(JSON.stringify(body, Object.keys(body).sort()))
    .digest('hex');

app.post<{ Body: Payout }>('/payouts', async (request, reply) => {
  const key = request.headers['idempotency-key'] as string;
  if (!key || key.length > 64) return reply.code(400).send();
  const won = await db.query(
    'INSERT INTO keys (user_id, idempotency_key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [request.user.id, key, fingerprint(request.body)],
  );
  if (won.rowCount === 0) return reply.code(409).send();
  return gateway.payout(request.body.account, request.body.cents);
});
