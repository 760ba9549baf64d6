// RFC 4180: CRLF, quotes doubled. Spreadsheets run cells that begin with = + - @ as formulas; such cells get an
// apostrophe in front, for paths and names come from the code that was read.
#include "render/render.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

std::string cell(std::string_view text) {
  std::string out;
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) out = "'";
  out += text;
  if (out.find_first_of("\",\r\n") == std::string::npos) return out;
  std::string quoted = "\"";
  for (const char c : out) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

void row(std::string& out, const std::vector<std::string>& cells) {
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i == 0 ? "" : ",") + cell(cells[i]);
  out += "\r\n";
}

std::string effects_of(const Endpoint& endpoint) {
  std::string text;
  std::vector<bool> seen(all_effect_kinds().size(), false);
  for (const Effect* effect : counting_effects(endpoint)) {
    const auto kind = static_cast<std::size_t>(effect->kind);
    if (seen[kind]) continue;
    seen[kind] = true;
    text += (text.empty() ? "" : " ") + std::string(word(effect->kind));
  }
  return text;
}

std::string line_text(std::uint32_t line) { return line == 0 ? "" : fmt::format("{}", line); }

}  // namespace

std::string render_csv(const Report& report, const RenderOptions&) {
  std::string out;
  std::vector<std::string> header{"id",       "kind",      "method", "path",    "operation",    "tier",
                                  "effects",  "file",      "line",   "handler", "handler_file", "handler_line",
                                  "language", "framework", "app",    "dynamic"};
  if (report.coverage) {
    header.emplace_back("verdict");
    for (std::size_t i = 0; i < kDecisionCount; ++i) header.emplace_back(word(static_cast<Decision>(i)));
    header.emplace_back("alternatives");
    header.emplace_back("findings");
  }
  row(out, header);
  for (const Endpoint& endpoint : report.endpoints) {
    const Handler handler = endpoint.handler.value_or(Handler{});
    std::vector<std::string> cells{endpoint.id,
                                   std::string(word(endpoint.kind)),
                                   endpoint.method,
                                   endpoint.path,
                                   endpoint.operation,
                                   std::string(word(endpoint.tier)),
                                   effects_of(endpoint),
                                   endpoint.file,
                                   line_text(endpoint.line),
                                   handler.name,
                                   handler.file,
                                   line_text(handler.line),
                                   endpoint.language,
                                   endpoint.framework,
                                   endpoint.app,
                                   endpoint.dynamic ? "true" : "false"};
    if (report.coverage) {
      const Coverage coverage = endpoint.coverage.value_or(Coverage{});
      cells.emplace_back(word(coverage.verdict));
      for (const DecisionState& state : coverage.decisions) cells.emplace_back(word(state.status));
      std::string alternatives, findings;
      for (const Alternative& each : coverage.alternatives)
        alternatives += (alternatives.empty() ? "" : " ") + each.kind + (each.sound ? "" : "?");
      for (const Finding& finding : report.findings)
        if (finding.endpoint == endpoint.id && !finding.suppressed)
          findings += (findings.empty() ? "" : " ") + finding.rule;
      cells.push_back(alternatives);
      cells.push_back(findings);
    }
    row(out, cells);
  }
  return out;
}

}  // namespace idem
