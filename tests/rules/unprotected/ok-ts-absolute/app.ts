import express from 'express';
import { Pool } from 'pg';

const app = express();
const db = new Pool();

app.post('/profiles/:id', async (req, res) => {
  await db.query('UPDATE profiles SET name = $1, city = $2 WHERE id = $3', [req.body.name, req.body.city, req.params.id]);
  res.status(204).end();
});
