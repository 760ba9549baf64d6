import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/orders/search', async (req, res) => {
  const found = await db.query('SELECT id, total FROM orders WHERE city = $1', [req.body.city]);
  res.json(found.rows);
});
