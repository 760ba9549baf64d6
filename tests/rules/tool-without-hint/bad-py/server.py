from mcp.server.fastmcp import FastMCP

from payments_sdk import gateway

mcp = FastMCP("pay")


@mcp.tool()
def refund(order: str, cents: int) -> str:
    return gateway.refund(order, cents)["id"]
