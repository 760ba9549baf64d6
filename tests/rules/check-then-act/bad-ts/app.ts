import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/coupons/:code/redeem', async (req, res) => {
  const seen = await db.query('SELECT id FROM redemptions WHERE code = $1 AND email = $2', [req.params.code, req.body.email]);
  if (seen.rows.length > 0) {
    return res.status(200).json(seen.rows[0]);
  }
  const made = await db.query('INSERT INTO redemptions (code, email) VALUES ($1, $2) RETURNING id', [
    req.params.code,
    req.body.email,
  ]);
  res.status(201).json(made.rows[0]);
});
