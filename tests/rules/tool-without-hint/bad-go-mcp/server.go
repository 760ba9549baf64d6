package main

import (
	"context"

	"github.com/acme/payments/gateway"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("pay", "1")
	tool := mcp.NewTool("refund",
		mcp.WithString("order", mcp.Required()),
		mcp.WithNumber("cents"),
	)
	s.AddTool(tool, func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		paid, err := gateway.Refund(request.GetString("order", ""), request.GetInt("cents", 0))
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(paid), nil
	})
	server.ServeStdio(s)
}
