from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

from payments_sdk import gateway

mcp = FastMCP("pay")


@mcp.tool(annotations=ToolAnnotations(destructiveHint=True, idempotentHint=False))
def refund(order: str, cents: int) -> str:
    return gateway.refund(order, cents)["id"]
