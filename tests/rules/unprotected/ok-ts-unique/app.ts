import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/orders', async (req, res) => {
  try {
    await db.query('INSERT INTO orders (shop_id, order_number, total) VALUES ($1, $2, $3)', [
      req.body.shop,
      req.body.number,
      req.body.total,
    ]);
  } catch (e: any) {
    if (e.code !== '23505') throw e;
  }
  res.status(201).end();
});
