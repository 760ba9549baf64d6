import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Pool } from 'pg';
import { z } from 'zod';

const db = new Pool();
const server = new McpServer({ name: 'orders', version: '1' });

server.tool('find_order', { id: z.string() }, async ({ id }) => {
  const found = await db.query('SELECT total FROM orders WHERE id = $1', [id]);
  return { content: [{ type: 'text', text: JSON.stringify(found.rows) }] };
});
