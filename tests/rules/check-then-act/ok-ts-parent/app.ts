import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/carts/:id/lines', async (req, res) => {
  const cart = await db.query('SELECT id FROM carts WHERE id = $1', [req.params.id]);
  if (cart.rows.length === 0) {
    return res.status(404).end();
  }
  await db.query('INSERT INTO cart_lines (cart_id, sku) VALUES ($1, $2)', [req.params.id, req.body.sku]);
  res.status(201).end();
});
