import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { gateway } from '@acme/payments';

const server = new McpServer({ name: 'pay', version: '1' });

server.tool('pay', { cents: z.number(), idempotencyKey: z.string() }, async ({ cents, idempotencyKey }) => {
  const paid = await gateway.charge(cents, { idempotencyKey });
  return { content: [{ type: 'text', text: paid.id }] };
});
