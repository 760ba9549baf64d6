import { Worker } from 'bullmq';
import { gateway } from '@acme/payments';

new Worker('payouts', async (job) => {
  await gateway.payout(job.data.account, job.data.cents);
});
