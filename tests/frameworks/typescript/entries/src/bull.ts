import { Worker } from 'bullmq';
import { pay } from './pay';

new Worker('payments', async (job) => {
  await pay(job.data.amount);
});
