from agents import function_tool
from langchain_core.tools import BaseTool, tool
from langgraph.graph import StateGraph
from llama_index.core.tools import FunctionTool
from mcp.server.fastmcp import FastMCP
from mcp.server.lowlevel import Server
from temporalio import activity

from pay import pay

mcp = FastMCP("shop")
server = Server("shop")


@mcp.tool()
def charge_card(amount: int) -> str:
    pay(amount)
    return "done"


@server.call_tool()
async def call(name, arguments):
    pay(arguments["amount"])


@tool
def order(amount: int):
    """Orders."""
    return pay(amount)


class Refund(BaseTool):
    name: str = "refund"

    def _run(self, amount: int):
        return pay(-amount)


@function_tool
def subscribe(amount: int):
    return pay(amount)


def donate(amount: int):
    return pay(amount)


donate_tool = FunctionTool.from_defaults(donate)


def settle(state):
    pay(state["total"])
    return state


graph = StateGraph(dict)
graph.add_node("settle", settle)


@activity.defn
async def charge_activity(amount: int):
    pay(amount)
