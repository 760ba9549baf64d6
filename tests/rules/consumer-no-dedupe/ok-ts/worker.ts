import { Worker } from 'bullmq';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const db = new Pool();

new Worker('payouts', async (job) => {
  const first = await db.query('INSERT INTO processed (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [job.data.eventId]);
  if (first.rowCount === 0) return;
  await gateway.payout(job.data.account, job.data.cents);
});
