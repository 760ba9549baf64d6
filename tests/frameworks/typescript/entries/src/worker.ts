import { Worker } from '@temporalio/worker';
import * as activities from './activities';

async function run() {
  const worker = await Worker.create({ workflowsPath: './workflows', activities, taskQueue: 'pay' });
  await worker.run();
}
run();
