const express = require('express');
const { Pool } = require('pg');

const pool = new Pool();
const app = express();
app.post('/orders', async (req, res) => {
  await pool.query('INSERT INTO orders (tenant_id, idempotency_key, item) VALUES ($1, $2, $3)', [
    req.user.tenantId,
    req.get('Idempotency-Key'),
    req.body.item,
  ]);
  res.status(201).end();
});
app.listen(3000);
