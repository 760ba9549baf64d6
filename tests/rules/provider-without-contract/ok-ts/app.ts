import express from 'express';
import { Pool } from 'pg';
import { Resend } from 'resend';

const app = express();
const db = new Pool();
const resend = new Resend(process.env.RESEND_KEY);

app.post('/invitations', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const won = await db.query('INSERT INTO invitations (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.tenantId, key]);
  if (won.rowCount === 0) return res.status(409).end();
  await resend.emails.send({ to: req.body.email, subject: 'Welcome', text: 'Come in' }, { idempotencyKey: key });
  res.status(202).end();
});
