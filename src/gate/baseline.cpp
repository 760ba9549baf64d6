#include "gate/baseline.hpp"

#include "base/digest.hpp"
#include "config/config.hpp"
#include "report/identity.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace idem {

namespace {

using Json = nlohmann::ordered_json;
constexpr const char* kSchema = "idem.baseline/1";

std::string elsewhere_of(const Finding& finding) {
  return sha256_hex(fmt::format("{}\n{}\n{}", finding.rule, finding.endpoint, shape_of(finding))).substr(0, 32);
}

BaselineEntry entry_of(const Finding& finding, const std::string& reason) {
  return {finding.fingerprint, elsewhere_of(finding), finding.rule, finding.endpoint,
          finding.file,        finding.message,       reason,       ""};
}

Error wrong(std::string what) { return {ErrorKind::config, "the baseline is damaged: " + std::move(what)}; }

}  // namespace

Result<Baseline> parse_baseline(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) return wrong("it is no JSON object");
  if (json.value("schema", Json()) != kSchema) return wrong(fmt::format("its schema is not {}", kSchema));
  const Json entries = json.value("entries", Json());
  if (!entries.is_array()) return wrong("'entries' is no list");
  Baseline baseline;
  for (const Json& each : entries) {
    const std::string place = fmt::format("entry {}", baseline.entries.size() + 1);
    if (!each.is_object()) return wrong(place + " is no object");
    BaselineEntry entry;
    for (const auto& [key, into] : {std::pair{"fingerprint", &entry.fingerprint},
                                    {"elsewhere", &entry.elsewhere},
                                    {"rule", &entry.rule},
                                    {"endpoint", &entry.endpoint},
                                    {"file", &entry.file},
                                    {"message", &entry.message},
                                    {"reason", &entry.reason},
                                    {"until", &entry.until}}) {
      if (!each.contains(key) || each[key].is_null()) continue;
      if (!each[key].is_string()) return wrong(fmt::format("'{}' of {} is no text", key, place));
      *into = each[key].get<std::string>();
    }
    // Without these an entry would be disabled in silence.
    if (entry.fingerprint.empty() || entry.rule.empty()) return wrong(place + " lacks its fingerprint or rule");
    if (entry.reason.empty()) return wrong(place + " has no reason");
    if (!entry.until.empty() && !is_date(entry.until)) return wrong(fmt::format("'until' of {} is no date", place));
    baseline.entries.push_back(std::move(entry));
  }
  return baseline;
}

std::string baseline_json(const Baseline& baseline) {
  Json entries = Json::array();
  for (const BaselineEntry& entry : baseline.entries) {
    Json json{{"rule", entry.rule},
              {"endpoint", entry.endpoint},
              {"file", entry.file},
              {"message", entry.message},
              {"reason", entry.reason}};
    if (!entry.until.empty()) json["until"] = entry.until;
    json["fingerprint"] = entry.fingerprint;
    json["elsewhere"] = entry.elsewhere;
    entries.push_back(std::move(json));
  }
  const Json json{{"schema", kSchema}, {"entries", std::move(entries)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Baseline make_baseline(const Report& report, const Baseline& before, const std::string& reason) {
  std::map<std::string_view, const BaselineEntry*> known;
  for (const BaselineEntry& entry : before.entries) known[entry.fingerprint] = &entry;
  Baseline baseline;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed && finding.suppressed->kind != "baseline") continue;
    BaselineEntry entry = entry_of(finding, reason);
    if (const auto old = known.find(finding.fingerprint); old != known.end()) {
      entry.reason = old->second->reason;
      entry.until = old->second->until;
    }
    baseline.entries.push_back(std::move(entry));
  }
  std::ranges::stable_sort(baseline.entries, [](const BaselineEntry& a, const BaselineEntry& b) {
    return std::tie(a.file, a.rule, a.endpoint, a.fingerprint) < std::tie(b.file, b.rule, b.endpoint, b.fingerprint);
  });
  return baseline;
}

BaselineOutcome apply_baseline(Report& report, const Baseline& baseline, const std::string& today,
                               const std::vector<std::string>& files) {
  BaselineOutcome outcome;
  std::map<std::string_view, Finding*> by_print;
  std::multimap<std::string, Finding*> by_rest;
  for (Finding& finding : report.findings) {
    by_print[finding.fingerprint] = &finding;
    by_rest.emplace(elsewhere_of(finding), &finding);
  }
  std::set<const Finding*> taken;
  std::vector<const BaselineEntry*> homeless;
  const auto match = [&](const BaselineEntry& entry, Finding* finding) {
    taken.insert(finding);
    if (!entry.until.empty() && entry.until < today)
      outcome.ended.push_back(entry);
    else if (!finding->suppressed)
      finding->suppressed = Suppression{"baseline", entry.reason, entry.until};
  };
  for (const BaselineEntry& entry : baseline.entries) {
    const auto found = by_print.find(entry.fingerprint);
    if (found != by_print.end())
      match(entry, found->second);
    else
      homeless.push_back(&entry);
  }
  for (const BaselineEntry* entry : homeless) {
    Finding* renamed = nullptr;
    if (!entry->elsewhere.empty() && !std::ranges::binary_search(files, entry->file)) {
      const auto [first, last] = by_rest.equal_range(entry->elsewhere);
      for (auto it = first; it != last && renamed == nullptr; ++it)
        if (!taken.contains(it->second)) renamed = it->second;
    }
    if (renamed != nullptr)
      match(*entry, renamed);
    else
      outcome.stale.push_back(*entry);
  }
  return outcome;
}

}  // namespace idem
