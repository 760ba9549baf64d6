#include "judge/spec_drift.hpp"

#include "meaning/origin.hpp"
#include "openapi/document.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace idem {

namespace {

// Without the names of parameters: "/orders/{id}/" and "/orders/{order_id}" are the same.
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

// The header that the code reads a key from, as far as the judgement tells; "" when it reads none from a header.
std::string read_header(const Coverage& coverage) {
  for (const Step& step : coverage[Decision::accept].evidence)
    if (step.text.starts_with("reads ") && step.text.find('-') != std::string::npos) return step.text.substr(6);
  return "";
}

Finding drift(Tier tier, std::string message, const std::string& file, int line) {
  const Rule* const rule = find_rule("spec-drift");
  Finding finding;
  finding.rule = "spec-drift";
  finding.severity = rule_severity(*rule, tier);
  finding.confidence = Confidence::medium;
  finding.message = std::move(message);
  finding.remedy = rule->remedy;
  std::replace(finding.remedy.begin(), finding.remedy.end(), '\n', ' ');
  while (finding.remedy.ends_with(' ')) finding.remedy.pop_back();
  finding.file = file;
  finding.line = finding.end_line = static_cast<std::uint32_t>(line);
  return finding;
}

struct Drift {
  Report& report;
  std::vector<std::size_t>& refers;
  std::multimap<std::string, std::size_t> by_route;  // "POST /orders/{}" → endpoint

  // The endpoint that a documented operation means: the same path, or, where only one does, one that ends with it.
  std::size_t endpoint_of(const DocumentedOperation& operation) const {
    const std::string path = plain_path(operation.path);
    for (const std::string& method : {operation.method, std::string("ANY")}) {
      const auto [first, last] = by_route.equal_range(method + " " + path);
      if (first != last) return std::next(first) == last ? first->second : kNoEndpoint;
    }
    std::size_t found = kNoEndpoint;
    for (const auto& [route, index] : by_route) {
      if (!route.starts_with(operation.method + " ") || !route.ends_with(path)) continue;
      if (found != kNoEndpoint) return kNoEndpoint;
      found = index;
    }
    return found;
  }

  void compare(const ApiDocument& document, const DocumentedOperation& operation) {
    const std::size_t index = endpoint_of(operation);
    if (index == kNoEndpoint || !report.endpoints[index].coverage) return;
    const Endpoint& endpoint = report.endpoints[index];
    const Coverage& coverage = *endpoint.coverage;
    const std::string handler = fmt::format("{}:{}", endpoint.file, endpoint.line);
    const DecisionState& accept = coverage[Decision::accept];
    if (!operation.key_header.empty()) {
      // Unknown is never a "no", and what was read, if only by halves, is told by other rules.
      const bool read = accept.status != Status::no || !accept.evidence.empty();
      if (read || coverage.verdict == Verdict::unknown || endpoint.tier == Tier::none) return;
      Finding finding = drift(endpoint.tier,
                              fmt::format("{} documents {} for {} ({}:{}), which never reads it", document.file,
                                          operation.key_header, title(endpoint), endpoint.file, endpoint.line),
                              document.file, operation.line);
      finding.evidence = {
          {document.file, static_cast<std::uint32_t>(operation.line), "documents " + operation.key_header},
          {endpoint.file, endpoint.line, title(endpoint)}};
      finding.shape = "documented " + operation.key_header;
      add(std::move(finding), index);
      return;
    }
    const std::string header = read_header(coverage);
    if (header.empty() || !names_a_key(header)) return;
    Finding finding = drift(endpoint.tier,
                            fmt::format("{} ({}) reads the header {}, which {} does not document", title(endpoint),
                                        handler, header, document.file),
                            endpoint.file, static_cast<int>(endpoint.line));
    finding.evidence = accept.evidence;
    finding.evidence.push_back({document.file, static_cast<std::uint32_t>(operation.line), "describes the operation"});
    finding.shape = "undocumented " + plain_name(header);
    add(std::move(finding), index);
  }

  void add(Finding finding, std::size_t index) {
    report.findings.push_back(std::move(finding));
    refers.push_back(index);
  }
};

}  // namespace

void find_spec_drift(const Project& project, Report& report, std::vector<std::size_t>& refers) {
  Drift drift{report, refers, {}};
  for (const std::string& path : project.others) {
    if (!may_be_api_document(path)) continue;
    const ApiDocument document = read_api_document(project.read_other(path), path);
    if (document.operations.empty()) continue;
    if (drift.by_route.empty())
      for (std::size_t i = 0; i < report.endpoints.size(); ++i)
        if (report.endpoints[i].kind == EntryKind::endpoint)
          drift.by_route.emplace(report.endpoints[i].method + " " + plain_path(report.endpoints[i].path), i);
    for (const DocumentedOperation& operation : document.operations) drift.compare(document, operation);
  }
}

}  // namespace idem
