import express from 'express';
import nodemailer from 'nodemailer';
import { Pool } from 'pg';

const app = express();
const db = new Pool();
const mail = nodemailer.createTransport({ host: 'mail.example.com' });

app.post('/invitations', async (req, res) => {
  const key = req.get('Idempotency-Key');
  const won = await db.query('INSERT INTO invitations (tenant_id, idempotency_key) VALUES ($1, $2) ON CONFLICT DO NOTHING', [req.user.tenantId, key]);
  if (won.rowCount === 0) return res.status(409).end();
  await mail.sendMail({ to: req.body.email, subject: 'Welcome', text: 'Come in' });
  res.status(202).end();
});
