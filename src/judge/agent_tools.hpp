// What agents can reach: tool → call of a client → endpoint → where the key comes from.
#pragma once

#include "engine/compose.hpp"
#include "report/report.hpp"
#include "source/project.hpp"

#include <string>
#include <vector>

namespace idem {

// A call over HTTP that a tool makes, or an effect that it has itself.
struct ToolCall {
  std::string tool;  // its operation
  std::string file;  // of the tool
  std::uint32_t line = 0;
  Step call;           // what is called, where
  std::string method;  // "POST", or "" when it is not known
  std::string path;    // of the address, with {parameters}; "" when it is not known or the call is not over HTTP
  std::string key;     // "deterministic", "per attempt", "model", "none" or "unknown"
};

// The calls of a tool that have an effect outside the process, in order.
std::vector<ToolCall> calls_of_tool(Interpreter& interpreter, const FoundRoute& route, const Endpoint& tool);

// A way by which an agent reaches an entry point.
struct AgentReach {
  std::string endpoint;  // Endpoint::id; "" when the call leads out of the project
  std::string how;       // "tool charge_card (src/tools.ts:9)", "operation createOrder of openapi.yaml", "idem.toml"
  std::string call;      // "POST /orders at src/client.ts:12", or ""
  std::string key;       // as of ToolCall; "" where no call was seen
  std::string verdict;   // of the endpoint, or ""
};

// Joins the calls with the endpoints, and adds what documents expose and what the configuration declares (globs of
// paths). Sorted.
std::vector<AgentReach> agent_reach(const Report& report, const Project& project, const std::vector<ToolCall>& calls,
                                    const std::vector<std::string>& declared);

// As a table in Markdown, or as JSON ({"schema": "idem.agent-tools/1", "reach": […]}).
std::string agent_reach_markdown(const std::vector<AgentReach>& reach);
std::string agent_reach_json(const std::vector<AgentReach>& reach);

}  // namespace idem
