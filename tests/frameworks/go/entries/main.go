package main

import (
	"context"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"go.temporal.io/sdk/worker"
)

func chargeTool(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, pay(3)
}

func chargeActivity(ctx context.Context, amount int64) error {
	return pay(amount)
}

func onEvent(ctx context.Context, event map[string]any) error {
	return pay(int64(len(event)))
}

func main() {
	tools := server.NewMCPServer("shop", "1")
	tools.AddTool(mcp.NewTool("charge"), chargeTool)

	w := worker.New(nil, "pay", worker.Options{})
	w.RegisterActivity(chargeActivity)

	go readOrders(context.Background())
	lambda.Start(onEvent)
}
