import { createHash, randomUUID } from 'crypto';
import express from 'express';
import { Pool } from 'pg';
import Stripe from 'stripe';

const app = express();
const db = new Pool();
const stripe = new Stripe(process.env.STRIPE_KEY!);

function fingerprintOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

async function charge(req: express.Request, res: express.Response) {
  const key = req.header('Idempotency-Key');
  if (!key || key.length > 64) return res.status(400).json({ error: 'Idempotency-Key' });
  const print = fingerprintOf(req.body);
  const won = await db.query(
    "INSERT INTO keys (tenant_id, idempotency_key, fingerprint, expires_at) VALUES ($1, $2, $3, now() + interval '3 days') ON CONFLICT DO NOTHING",
    [req.user.tenantId, key, print],
  );
  if (won.rowCount === 0) {
    const first = await db.query('SELECT fingerprint, state, answer FROM keys WHERE tenant_id = $1 AND idempotency_key = $2', [req.user.tenantId, key]);
    if (first.rows[0].fingerprint !== print) return res.status(422).end();
    if (first.rows[0].state !== 'done') return res.status(409).end();
    return res.status(201).json(first.rows[0].answer);
  }
  const paid = await stripe.charges.create({ amount: req.body.cents, currency: 'eur', source: req.body.card }, { idempotencyKey: `charge-${key}` });
  await db.query("UPDATE keys SET answer = $1, state = 'done' WHERE tenant_id = $2 AND idempotency_key = $3", [paid.id, req.user.tenantId, key]);
  return res.status(201).json(paid);
}

app.get('/health', (req, res) => res.send('ok'));

app.post('/charges', charge);
