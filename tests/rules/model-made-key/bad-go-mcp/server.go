package main

import (
	"context"

	"github.com/acme/payments/gateway"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("pay", "1")
	s.AddTool(mcp.NewTool("pay",
		mcp.WithNumber("cents"),
		mcp.WithString("idempotency_key"),
		mcp.WithIdempotentHintAnnotation(false),
	), func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		name := request.GetString("idempotency_key", "")
		paid, err := gateway.Charge(gateway.Params{Cents: request.GetInt("cents", 0), IdempotencyKey: name})
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(paid.ID), nil
	})
	server.ServeStdio(s)
}
