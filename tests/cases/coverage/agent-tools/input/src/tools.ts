import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import axios from 'axios';
import { createHash, randomUUID } from 'node:crypto';

const server = new McpServer({ name: 'shop', version: '1' });
server.registerTool('order_anew', {}, async ({ item }) => {
  await axios.post('https://shop.example/orders', { item }, { headers: { 'Idempotency-Key': randomUUID() } });
});
server.registerTool('order_bare', {}, async ({ item }) => {
  await axios.post('https://shop.example/orders', { item });
});
server.registerTool('order_hashed', {}, async ({ item, customer }) => {
  const key = createHash('sha256').update(`${customer}:${item}`).digest('hex');
  await axios.post(`${process.env.BASE}/orders`, { item }, { headers: { 'Idempotency-Key': key } });
});
server.registerTool('order_asked', {}, async ({ item, key }) => {
  await axios.post('https://shop.example/orders', { item }, { headers: { 'Idempotency-Key': key } });
});
server.registerTool('elsewhere', {}, async ({ item }) => {
  await axios.post('https://other.example/things', { item });
});
