import express from 'express';
import { Pool } from 'pg';
import { gateway } from '@acme/payments';

const app = express();
const db = new Pool();

// The stored draft says what is sent: another body cannot mean anything else.
app.post('/drafts/send', async (req, res) => {
  const key = req.header('Idempotency-Key');
  if (!key || key.length > 64) return res.status(400).end();
  const won = await db.query(
    "UPDATE drafts SET state = 'sending' WHERE idempotency_key = $1 AND user_id = $2 AND state = 'draft' RETURNING account, cents",
    [key, req.user.id],
  );
  if (won.rowCount === 0) {
    const sent = await db.query('SELECT state, receipt FROM drafts WHERE idempotency_key = $1 AND user_id = $2', [key, req.user.id]);
    return res.json(sent.rows[0]);
  }
  const paid = await gateway.payout(won.rows[0].account, won.rows[0].cents, { idempotencyKey: key });
  res.json(paid);
});
