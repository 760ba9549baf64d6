from mcp.server.fastmcp import FastMCP

from payments_sdk import gateway

mcp = FastMCP("pay")


@mcp.tool()
def pay(cents: int, idempotency_key: str) -> str:
    return gateway.charge(cents, idempotency_key=idempotency_key)["id"]
