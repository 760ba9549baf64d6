// Which entry points agents reach, from calls of tools, from OpenAPI documents and from the configuration.
#include "base/glob.hpp"
#include "base/markup.hpp"
#include "judge/agent_tools.hpp"
#include "openapi/document.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <tuple>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;

std::string plain_path(std::string_view path) {
  std::string plain;
  bool inside = false;
  for (const char c : path) {
    if (c == '{') plain += "{}";
    inside = (inside || c == '{') && c != '}';
    if (!inside && c != '}' && c != '{') plain += c;
  }
  while (plain.size() > 1 && plain.ends_with('/')) plain.pop_back();
  return plain;
}

// The endpoint of that method whose path is this one or ends with it, when there is just one; "" answers any method.
const Endpoint* endpoint_for(const Report& report, std::string_view method, std::string_view path) {
  const std::string wanted = plain_path(path);
  if (wanted.empty() || wanted == "/") return nullptr;
  const Endpoint* exact = nullptr;
  const Endpoint* ending = nullptr;
  std::size_t exacts = 0, endings = 0;
  for (const Endpoint& endpoint : report.endpoints) {
    if (endpoint.kind != EntryKind::endpoint || endpoint.path.empty()) continue;
    if (!method.empty() && endpoint.method != method && endpoint.method != "ANY") continue;
    const std::string have = plain_path(endpoint.path);
    if (have == wanted) {
      exact = &endpoint;
      ++exacts;
    } else if (have.ends_with(wanted) || wanted.ends_with(have)) {
      ending = &endpoint;
      ++endings;
    }
  }
  if (exacts > 0) return exacts == 1 ? exact : nullptr;
  return endings == 1 ? ending : nullptr;
}

AgentReach reach_of(const Endpoint* endpoint, std::string how, std::string call, std::string key) {
  AgentReach reach{"", std::move(how), std::move(call), std::move(key), ""};
  if (endpoint == nullptr) return reach;
  reach.endpoint = endpoint->id;
  if (endpoint->coverage) reach.verdict = word(endpoint->coverage->verdict);
  return reach;
}

}  // namespace

std::vector<AgentReach> agent_reach(const Report& report, const Project& project, const std::vector<ToolCall>& calls,
                                    const std::vector<std::string>& declared) {
  std::vector<AgentReach> all;
  for (const ToolCall& call : calls) {
    const std::string what = call.path.empty() ? call.call.text : fmt::format("{} {}", call.method, call.path);
    all.push_back(reach_of(endpoint_for(report, call.method, call.path),
                           fmt::format("tool {} ({}:{})", call.tool, call.file, call.line),
                           fmt::format("{} at {}:{}", what, call.call.file, call.call.line), call.key));
  }
  for (const std::string& path : project.others) {
    if (!may_be_api_document(path)) continue;
    for (const DocumentedOperation& operation : read_api_document(project.read_other(path), path).operations) {
      if (!operation.exposed || operation.method == "GET" || operation.method == "HEAD") continue;
      const Endpoint* const endpoint = endpoint_for(report, operation.method, operation.path);
      if (endpoint == nullptr) continue;
      all.push_back(reach_of(endpoint, fmt::format("operation {} ({}:{})", operation.operation, path, operation.line),
                             "", operation.key_header.empty() ? "none" : "unknown"));
    }
  }
  for (const Endpoint& endpoint : report.endpoints)
    for (const std::string& glob : declared)
      if (!endpoint.path.empty() && glob_match(glob, endpoint.path)) {
        all.push_back(reach_of(&endpoint, "idem.toml", "", ""));
        break;
      }
  const auto key = [](const AgentReach& r) { return std::tie(r.endpoint, r.how, r.call, r.key); };
  std::stable_sort(all.begin(), all.end(), [&](const AgentReach& a, const AgentReach& b) { return key(a) < key(b); });
  return all;
}

std::string agent_reach_markdown(const std::vector<AgentReach>& reach) {
  std::string out = "# What agents reach\n\n";
  if (reach.empty()) return out + "No tool of this project, no operation of its documents and no path of idem.toml.\n";
  out += "| Entry point | Reached by | Call | Key | Verdict |\n|---|---|---|---|---|\n";
  for (const AgentReach& each : reach)
    out += fmt::format(
        "| {} | {} | {} | {} | {} |\n", each.endpoint.empty() ? "outside the project" : escape_markdown(each.endpoint),
        escape_markdown(each.how), each.call.empty() ? "" : escape_markdown(each.call), each.key, each.verdict);
  return out +
         "\nA key is *deterministic* (the same for every repeat), made *per attempt*, by the *model*, *none* or "
         "*unknown*.\n";
}

std::string agent_reach_json(const std::vector<AgentReach>& reach) {
  Json list = Json::array();
  for (const AgentReach& each : reach)
    list.push_back({{"endpoint", each.endpoint.empty() ? Json() : Json(each.endpoint)},
                    {"how", each.how},
                    {"call", each.call.empty() ? Json() : Json(each.call)},
                    {"key", each.key.empty() ? Json() : Json(each.key)},
                    {"verdict", each.verdict.empty() ? Json() : Json(each.verdict)}});
  const Json json{{"schema", "idem.agent-tools/1"}, {"reach", std::move(list)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace idem
