import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/payouts/:id/send', async (req, res) => {
  const won = await db.query("UPDATE payouts SET state = 'sending' WHERE id = $1 AND state = 'new'", [req.params.id]);
  if (won.rowCount === 0) return res.status(409).end();
  try {
    await gateway.payout(req.params.id, req.body.cents);
  } catch (e) {
    await db.query('UPDATE payouts SET state = $1 WHERE id = $2', ['failed', req.params.id]);
    return res.status(502).end();
  }
  res.status(202).end();
});
