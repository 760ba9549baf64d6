import { Hono } from 'hono';
import { idempotency } from 'hono-idempotency';
import { redisStore } from 'hono-idempotency/stores/redis';
import { client } from './redis';
import { gateway } from '@acme/payments';

const app = new Hono();
app.use('/payouts', idempotency({ store: redisStore({ client }) }));

app.post('/payouts', async (c) => {
  const body = await c.req.json();
  return c.json(await gateway.payout(body.account, body.cents));
});

export default app;
