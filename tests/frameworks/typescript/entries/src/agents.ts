import { tool } from '@langchain/core/tools';
import { StateGraph } from '@langchain/langgraph';
import { tool as agentTool } from '@openai/agents';
import { FunctionTool } from 'llamaindex';
import { pay } from './pay';

export const charge = tool(async ({ amount }) => pay(amount), { name: 'charge_card' });
export const refund = agentTool({ name: 'refund', execute: async ({ amount }) => pay(-amount) });
export const order = FunctionTool.from(async ({ amount }) => pay(amount), { name: 'order' });

async function settle(state) {
  await pay(state.total);
  return state;
}
export const graph = new StateGraph({}).addNode('settle', settle).compile();
