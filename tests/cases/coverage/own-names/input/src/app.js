const express = require('express');
const Redis = require('ioredis');
const { transfer } = require('@acme/bank');
const ledger = require('./ledger');
const { once } = require('./once');
const { endpoint } = require('./helper');

const redis = new Redis();
const app = express();
app.post('/transfers', async (req, res) => {
  res.json(await transfer(req.body.amount));
});
app.post('/entries', async (req, res) => {
  await ledger.book(req.body);
  res.end();
});
app.post('/guarded', once(async (req, res) => {
  res.json(await transfer(req.body.amount));
}));
app.post('/keyed', async (req, res) => {
  const won = await redis.set(`${req.user.id}:${req.get('X-Order-Once')}`, '1', 'EX', 3600, 'NX');
  if (!won) return res.status(409).end();
  res.json(await transfer(req.body.amount));
});
function audit(entry) {
  return ledger.book(entry);
}
app.post('/audited', async (req, res) => {
  await audit(req.body);
  res.end();
});
endpoint('/made', async (req, res) => {
  res.json(await transfer(1));
});
app.listen(3000);
