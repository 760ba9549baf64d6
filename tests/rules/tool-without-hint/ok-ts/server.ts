import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { gateway } from '@acme/payments';

const server = new McpServer({ name: 'pay', version: '1' });

server.tool(
  'refund',
  { order: z.string(), cents: z.number() },
  { destructiveHint: true, idempotentHint: false },
  async ({ order, cents }) => {
    const paid = await gateway.refund(order, cents);
    return { content: [{ type: 'text', text: paid.id }] };
  },
);
