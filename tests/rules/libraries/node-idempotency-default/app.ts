import express from 'express';
import { idempotencyAsMiddleware } from '@node-idempotency/express';
import { RedisStorageAdapter } from '@node-idempotency/storage-adapter-redis';
import { gateway } from '@acme/payments';

const app = express();
const storage = new RedisStorageAdapter({ url: 'redis://cache:6379' });

app.use(idempotencyAsMiddleware(storage, { cacheTTLMS: 172_800_000, enforceIdempotency: true }));

app.post('/charges', async (req, res) => {
  res.json(await gateway.charge(req.body.card, req.body.cents));
});
