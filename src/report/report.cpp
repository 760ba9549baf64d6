#include "report/report.hpp"

#include "report/identity.hpp"

#include "base/digest.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace idem {

namespace {

constexpr std::array<std::string_view, 4> kEntryKinds{"endpoint", "consumer", "job", "tool"};
constexpr std::array<std::string_view, 8> kEffectKinds{"payment", "notification", "external_http", "db_write",
                                                       "queue",   "storage",      "auth_session",  "process"};
constexpr std::array<std::string_view, 3> kTiers{"none", "standard", "strong"};
constexpr std::array<std::string_view, 4> kSeverities{"low", "medium", "high", "critical"};
constexpr std::array<std::string_view, 3> kConfidences{"low", "medium", "high"};
constexpr std::array<std::string_view, kDecisionCount> kDecisions{"accept", "scope",  "fingerprint", "claim",
                                                                  "replay", "expiry", "downstream"};
constexpr std::array<std::string_view, 4> kStatuses{"no", "yes", "unknown", "n/a"};
constexpr std::array<std::string_view, 5> kVerdicts{"covered", "partial", "uncovered", "unknown", "exempt"};

template <typename Words, typename Enum>
std::string_view word_in(const Words& words, Enum value) {
  return words[static_cast<std::size_t>(value)];
}

template <typename Enum, typename Words>
std::optional<Enum> value_in(const Words& words, std::string_view text) {
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i] == text) return static_cast<Enum>(i);
  return std::nullopt;
}

auto endpoint_key(const Endpoint& e) {
  return std::tie(e.file, e.line, e.column, e.method, e.path, e.operation, e.app, e.kind, e.framework);
}
auto finding_key(const Finding& f) {
  return std::tie(f.file, f.line, f.rule, f.endpoint, f.end_line, f.message, f.fingerprint);
}

std::string base_id(const Endpoint& endpoint) {
  std::string id = title(endpoint);
  if (!endpoint.app.empty()) id += " @" + endpoint.app;
  return id;
}

// Distinct ids: the second, third … of equal ones carry their number.
class Ordinals {
 public:
  std::string number(std::string text) {
    const std::size_t n = ++m_seen[text];
    return n == 1 ? text : fmt::format("{} #{}", text, n);
  }

 private:
  std::map<std::string, std::size_t> m_seen;
};

}  // namespace

std::string_view word(EntryKind kind) { return word_in(kEntryKinds, kind); }
std::string_view word(EffectKind kind) { return word_in(kEffectKinds, kind); }
std::string_view word(Tier tier) { return word_in(kTiers, tier); }
std::string_view word(Severity severity) { return word_in(kSeverities, severity); }
std::string_view word(Confidence confidence) { return word_in(kConfidences, confidence); }
std::string_view word(Decision decision) { return word_in(kDecisions, decision); }
std::string_view word(Status status) { return word_in(kStatuses, status); }
std::string_view word(Verdict verdict) { return word_in(kVerdicts, verdict); }

std::optional<EntryKind> entry_kind_of(std::string_view text) { return value_in<EntryKind>(kEntryKinds, text); }
std::optional<EffectKind> effect_kind_of(std::string_view text) { return value_in<EffectKind>(kEffectKinds, text); }
std::optional<Tier> tier_of(std::string_view text) { return value_in<Tier>(kTiers, text); }
std::optional<Severity> severity_of(std::string_view text) { return value_in<Severity>(kSeverities, text); }
std::optional<Confidence> confidence_of(std::string_view text) { return value_in<Confidence>(kConfidences, text); }
std::optional<Decision> decision_of(std::string_view text) { return value_in<Decision>(kDecisions, text); }

const std::vector<EffectKind>& all_effect_kinds() {
  static const std::vector<EffectKind> all = [] {
    std::vector<EffectKind> kinds;
    for (std::size_t i = 0; i < kEffectKinds.size(); ++i) kinds.push_back(static_cast<EffectKind>(i));
    return kinds;
  }();
  return all;
}

std::string title(const Endpoint& endpoint) {
  if (!endpoint.method.empty() || !endpoint.path.empty()) {
    std::string text = endpoint.method;
    if (!text.empty() && !endpoint.path.empty()) text += ' ';
    text += endpoint.path;
    if (!endpoint.operation.empty()) text += ' ' + endpoint.operation;
    return text;
  }
  return fmt::format("{} {}", word(endpoint.kind), endpoint.operation.empty() ? "?" : endpoint.operation);
}

std::vector<const Effect*> counting_effects(const Endpoint& endpoint) {
  std::vector<const Effect*> counting;
  for (const Effect& effect : endpoint.effects)
    if (effect.ambient.empty()) counting.push_back(&effect);
  return counting;
}

std::string_view shape_of(const Finding& finding) {
  if (!finding.shape.empty() || finding.evidence.empty()) return finding.shape;
  return finding.evidence.back().text;
}

void finish(Report& report, const std::vector<std::size_t>& refers) {
  std::vector<std::size_t> order(report.endpoints.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return endpoint_key(report.endpoints[a]) < endpoint_key(report.endpoints[b]);
  });
  Ordinals ids;
  for (const std::size_t i : order) report.endpoints[i].id = ids.number(base_id(report.endpoints[i]));

  // The place of a finding must not enter its identity, but the order of twins must be stable: they are numbered in the
  // order of the file.
  for (std::size_t i = 0; i < report.findings.size() && i < refers.size(); ++i)
    if (refers[i] != kNoEndpoint) report.findings[i].endpoint = report.endpoints[refers[i]].id;
  std::ranges::stable_sort(report.findings,
                           [](const Finding& a, const Finding& b) { return finding_key(a) < finding_key(b); });
  std::map<std::string_view, const Endpoint*> by_id;
  for (const Endpoint& endpoint : report.endpoints) by_id[endpoint.id] = &endpoint;
  Ordinals twins;
  for (Finding& finding : report.findings) {
    const auto found = by_id.find(finding.endpoint);
    const std::string where = found == by_id.end() ? finding.endpoint : title(*found->second);
    const std::string identity = fmt::format("{}\n{}\n{}\n{}", finding.rule, where, finding.file, shape_of(finding));
    finding.fingerprint = sha256_hex(twins.number(identity)).substr(0, 32);
  }

  std::vector<Endpoint> sorted;
  sorted.reserve(order.size());
  for (const std::size_t i : order) sorted.push_back(std::move(report.endpoints[i]));
  report.endpoints = std::move(sorted);
  std::ranges::stable_sort(report.diagnostics, [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.file, a.line, a.kind, a.message) < std::tie(b.file, b.line, b.kind, b.message);
  });
  std::ranges::stable_sort(report.comments, [](const IgnoreComment& a, const IgnoreComment& b) {
    return std::tie(a.file, a.line, a.text) < std::tie(b.file, b.line, b.text);
  });
  std::ranges::sort(report.stats.skipped, {}, &Skipped::reason);
}

}  // namespace idem
