from mcp.server.fastmcp import FastMCP

from payments_sdk import gateway

mcp = FastMCP("pay")


@mcp.tool()
def pay(invoice: str, cents: int) -> str:
    return gateway.charge(cents, idempotency_key=f"invoice-{invoice}")["id"]
