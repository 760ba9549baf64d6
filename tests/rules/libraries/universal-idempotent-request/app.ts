import { Hono } from 'hono';
import { idempotentRequestUniversalMiddleware } from 'universal-idempotent-request';
import { gateway } from '@acme/payments';
import { storage } from './storage';

const app = new Hono();
app.use('*', idempotentRequestUniversalMiddleware({ storage, activationStrategy: 'always' }));

app.post('/charges', async (c) => {
  const body = await c.req.json();
  return c.json(await gateway.charge(body.card, body.cents));
});

export default app;
