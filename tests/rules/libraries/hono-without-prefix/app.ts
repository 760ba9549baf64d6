import { Hono } from 'hono';
import { idempotency } from 'hono-idempotency';
import { gateway } from '@acme/payments';

const app = new Hono();
app.use('/charges', idempotency({ store }));

app.post('/charges', async (c) => {
  const body = await c.req.json();
  return c.json(await gateway.charge(body.card, body.cents));
});

export default app;
