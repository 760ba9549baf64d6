import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { pay } from './pay';

const server = new McpServer({ name: 'shop', version: '1' });
server.registerTool('charge', { description: 'charges' }, async ({ amount }) => {
  await pay(amount);
  return { content: [] };
});

const plain = new Server({ name: 'shop', version: '1' }, {});
plain.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));
plain.setRequestHandler(CallToolRequestSchema, async (request) => {
  await pay(request.params.arguments.amount);
  return { content: [] };
});
