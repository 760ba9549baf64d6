import { Worker } from 'bullmq';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const db = new Pool();

async function firstTime(eventId: string): Promise<boolean> {
  const stored = await db.query('INSERT INTO processed (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', ['payouts', eventId]);
  return stored.rowCount === 1;
}

new Worker('payouts', async (job) => {
  const fresh = await firstTime(job.data.eventId);
  if (!fresh) return;
  await gateway.payout(job.data.account, job.data.cents, { idempotencyKey: `payout-${job.data.eventId}` });
});
