import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { gateway } from '@acme/payments';

const server = new McpServer({ name: 'pay', version: '1' });

server.tool('pay', { invoice: z.string(), cents: z.number() }, async ({ invoice, cents }) => {
  const paid = await gateway.charge(cents, { idempotencyKey: `invoice-${invoice}` });
  return { content: [{ type: 'text', text: paid.id }] };
});
