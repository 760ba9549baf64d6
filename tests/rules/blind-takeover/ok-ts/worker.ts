import { Pool } from 'pg';
import { Worker } from 'bullmq';
import { gateway } from '@acme/payments';

const db = new Pool();

new Worker('payouts', async (job) => {
  const taken = await db.query(
    "UPDATE payouts SET owner = $2, locked_until = now() + interval '1 minute' WHERE id = $1 AND state = 'running' AND locked_until < now()",
    [job.data.id, process.pid],
  );
  if (taken.rowCount === 0) return;
  const known = await gateway.findByReference(job.data.id);
  if (known) {
    await db.query("UPDATE payouts SET state = 'done' WHERE id = $1 AND owner = $2", [job.data.id, process.pid]);
    return;
  }
  await db.query("UPDATE payouts SET state = 'unknown' WHERE id = $1 AND owner = $2", [job.data.id, process.pid]);
});
