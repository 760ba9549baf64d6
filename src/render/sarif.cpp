// SARIF 2.1.0: all rules with their help, findings with chains of evidence as code flows, suppressed ones marked as
// such. Identity stands in partialFingerprints under our own key; it holds no line number.
#include "render/json.hpp"

#include "base/version.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <map>
#include <utility>

namespace idem {

namespace {

constexpr const char* kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

const char* level_of(Severity severity) {
  return severity >= Severity::high ? "error" : severity == Severity::medium ? "warning" : "note";
}

// A relative path as a URI reference: everything but unreserved characters and '/' percent-encoded.
std::string uri(std::string_view path) {
  std::string out;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    out += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Json location(const std::string& file, std::uint32_t line, std::uint32_t end_line) {
  Json physical{{"artifactLocation", {{"uri", uri(file)}, {"uriBaseId", "%SRCROOT%"}}}};
  if (line != 0) {
    physical["region"] = Json::object();
    physical["region"]["startLine"] = line;
    if (end_line > line) physical["region"]["endLine"] = end_line;
  }
  Json made = Json::object();
  made["physicalLocation"] = std::move(physical);
  return made;
}

Json text_message(const std::string& text) {
  Json message = Json::object();
  message["text"] = text;
  return message;
}

std::string joined(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

Json rule_json(const Rule& rule) {
  const Severity usual = rule.strong.value_or(rule.standard.value_or(Severity::low));
  const std::string text = fmt::format("{}\n\nRemedy: {}\n\nWhen it is fine: {}", joined(rule.wrong),
                                       joined(rule.remedy), joined(rule.fine));
  const std::string markdown =
      fmt::format("{}\n\n**Example**\n\n```\n{}\n```\n\n**Remedy** {}\n\n**When it is fine** {}\n", joined(rule.wrong),
                  rule.example, joined(rule.remedy), joined(rule.fine));
  return {{"id", rule.id},
          {"name", rule.id},
          {"shortDescription", text_message(rule.title)},
          {"fullDescription", text_message(joined(rule.wrong))},
          {"helpUri", std::string(help_base()) + rule.id},
          {"help", {{"text", text}, {"markdown", markdown}}},
          {"defaultConfiguration", {{"level", level_of(usual)}}},
          {"properties",
           {{"tags", Json::array({"reliability", "idempotency"})},
            {"problem.severity", usual >= Severity::high     ? "error"
                                 : usual == Severity::medium ? "warning"
                                                             : "recommendation"}}}};
}

Json code_flow(const Evidence& evidence) {
  Json locations = Json::array();
  for (const Step& step : evidence) {
    if (step.file.empty()) continue;
    Json place = location(step.file, step.line, 0);
    place["message"] = text_message(step.text.empty() ? step.file : step.text);
    Json wrapped = Json::object();
    wrapped["location"] = std::move(place);
    locations.push_back(std::move(wrapped));
  }
  if (locations.empty()) return Json();
  Json flow = Json::object();
  Json thread = Json::object();
  thread["locations"] = std::move(locations);
  flow["threadFlows"] = Json::array();
  flow["threadFlows"].push_back(std::move(thread));
  return flow;
}

Json result_json(const Finding& finding, const std::map<std::string, std::size_t>& indices) {
  const auto index = indices.find(finding.rule);
  Json result{{"ruleId", finding.rule}};
  if (index != indices.end()) result["ruleIndex"] = index->second;
  result["level"] = level_of(finding.severity);
  result["message"] = text_message(finding.remedy.empty() ? finding.message : finding.message + "\n" + finding.remedy);
  result["locations"] = Json::array();
  if (!finding.file.empty()) {
    Json place = location(finding.file, finding.line, finding.end_line);
    if (!finding.endpoint.empty()) {
      Json logical = Json::object();
      logical["fullyQualifiedName"] = finding.endpoint;
      place["logicalLocations"] = Json::array();
      place["logicalLocations"].push_back(std::move(logical));
    }
    result["locations"].push_back(std::move(place));
  }
  if (Json flow = code_flow(finding.evidence); !flow.is_null()) {
    result["codeFlows"] = Json::array();
    result["codeFlows"].push_back(std::move(flow));
  }
  result["partialFingerprints"] = Json::object();
  result["partialFingerprints"]["idem/v1"] = finding.fingerprint;
  result["suppressions"] = Json::array();
  if (finding.suppressed)
    result["suppressions"].push_back({{"kind", finding.suppressed->kind == "comment" ? "inSource" : "external"},
                                      {"status", "accepted"},
                                      {"justification", finding.suppressed->reason}});
  result["properties"] = {{"severity", std::string(word(finding.severity))},
                          {"confidence", std::string(word(finding.confidence))}};
  return result;
}

Json notification(const Diagnostic& diagnostic) {
  Json made{{"level", diagnostic.incomplete ? "warning" : "note"}, {"message", text_message(diagnostic.message)}};
  if (!diagnostic.file.empty()) {
    made["locations"] = Json::array();
    made["locations"].push_back(location(diagnostic.file, diagnostic.line, 0));
  }
  return made;
}

}  // namespace

std::string render_sarif(const Report& report, const RenderOptions&) {
  std::map<std::string, std::size_t> indices;
  Json rules = Json::array(), results = Json::array(), notifications = Json::array();
  for (const Rule& rule : all_rules()) {
    indices[rule.id] = rules.size();
    rules.push_back(rule_json(rule));
  }
  for (const Finding& finding : report.findings) results.push_back(result_json(finding, indices));
  for (const Diagnostic& diagnostic : report.diagnostics) notifications.push_back(notification(diagnostic));

  Json driver{{"name", "idem"}, {"version", std::string(version())}, {"semanticVersion", std::string(version())}};
  driver["rules"] = std::move(rules);
  Json invocation{{"executionSuccessful", true}, {"toolExecutionNotifications", std::move(notifications)}};
  Json run = Json::object();
  run["tool"]["driver"] = std::move(driver);
  run["automationDetails"]["id"] = report.root == "." ? "idem/" : "idem/" + report.root + "/";
  run["invocations"] = Json::array();
  run["invocations"].push_back(std::move(invocation));
  run["columnKind"] = "unicodeCodePoints";
  run["originalUriBaseIds"]["%SRCROOT%"]["description"] = text_message("The root of the project");
  run["results"] = std::move(results);
  Json document{{"$schema", kSchema}, {"version", "2.1.0"}};
  document["runs"] = Json::array();
  document["runs"].push_back(std::move(run));
  return dump(document, 2) + "\n";
}

}  // namespace idem
