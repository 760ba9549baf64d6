import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

app.post('/actions/:id/approve', async (req, res) => {
  const won = await db.query(
    "UPDATE actions SET status = $1, approved_by = $2 WHERE id = $3 AND status = 'awaiting_approval' RETURNING account, cents",
    ['approved', req.user.id, req.params.id],
  );
  if (won.rowCount === 0) return res.status(409).end();
  const paid = await gateway.payout(req.body.account, req.body.cents, { idempotencyKey: req.params.id });
  res.json(paid);
});
