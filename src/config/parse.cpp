#include "base/glob.hpp"
#include "base/near_miss.hpp"
#include "config/toml_reader.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace idem {

namespace {

const std::vector<std::string> kTierWords{"none", "standard", "strong"};
const std::vector<std::string> kSeverityWords{"low", "medium", "high", "critical"};
const std::vector<std::string> kConfidenceWords{"low", "medium", "high"};
const std::vector<std::string> kDecisionWords{"accept", "scope",  "fingerprint", "claim",
                                              "replay", "expiry", "downstream"};
const std::vector<std::string> kMethods{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "ANY"};

std::vector<std::string> effect_words() {
  std::vector<std::string> words;
  for (const EffectKind kind : all_effect_kinds()) words.emplace_back(word(kind));
  return words;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}
std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

void check_globs(TableReader& table, std::string_view key, const std::vector<std::string>& globs) {
  for (const std::string& glob : globs)
    if (const char* wrong = glob_error(glob)) table.fail(key, fmt::format("'{}' is no pattern: {}", glob, wrong));
}

std::vector<std::string> globs(TableReader& table, std::string_view key) {
  std::vector<std::string> list = table.texts(key);
  check_globs(table, key, list);
  return list;
}

std::vector<std::string> methods(TableReader& table, std::string_view key) {
  std::vector<std::string> list = table.texts(key);
  for (std::string& method : list) {
    method = upper(method);
    if (std::ranges::find(kMethods, method) == kMethods.end()) table.not_one_of(key, method, kMethods);
  }
  return list;
}

std::vector<Decision> decisions(TableReader& table, std::string_view key) {
  std::vector<Decision> list;
  const std::vector<std::string> words = table.texts(key);
  if (words.empty())
    table.fail(key, fmt::format("'{}' must name what it provides: {}", key, fmt::join(kDecisionWords, ", ")));
  for (const std::string& each : words) {
    const std::optional<Decision> decision = decision_of(each);
    if (decision) list.push_back(*decision);
    if (!decision) table.not_one_of(key, each, kDecisionWords);
  }
  return list;
}

FunctionName function(TableReader& table, bool must) {
  return {must ? table.required("function") : table.text("function"), table.text("module")};
}

// A slot of a call: the name of a parameter, or a 0-based position written as a number or a text.
std::string slot(TableReader& table, std::string_view key) {
  const toml::node* const node = table.node(key);
  if (node != nullptr && node->is_integer()) return std::to_string(**node->as_integer());
  return table.text(key);
}

std::string until(TableReader& table) {
  const toml::node* const node = table.node("until");
  if (node == nullptr) return "";
  std::string date;
  if (const auto value = node->value_exact<toml::date>())
    date = fmt::format("{:04}-{:02}-{:02}", value->year, value->month, value->day);
  else
    date = table.text("until");
  if (!is_date(date)) table.fail("until", "'until' must be a date, such as 2026-12-31,");
  return date;
}

void read_scan(TableReader table, Config& config) {
  config.include = globs(table, "include");
  config.exclude = globs(table, "exclude");
  config.methods = methods(table, "methods");
  config.tests = table.flag("tests");
  config.vendored = table.flag("vendored");
  config.generated = table.flag("generated");
  config.minified = table.flag("minified");
  const std::optional<std::int64_t> bytes = table.integer("max-file-bytes");
  if (bytes && *bytes <= 0) table.fail("max-file-bytes", "'max-file-bytes' must be above 0");
  if (bytes && *bytes > 0) config.max_file_bytes = static_cast<std::uint64_t>(*bytes);
  table.finish();
}

void read_keys(TableReader table, Config& config) {
  for (const std::string& header : table.texts("headers")) config.key_headers.push_back(lower(header));
  config.key_fields = table.texts("fields");
  table.finish();
}

void read_retry(TableReader table, Config& config) {
  const std::string budget = table.text("budget");
  if (!budget.empty()) {
    const Result<Duration> duration = parse_duration(budget);
    if (duration) config.retry_budget = *duration;
    if (!duration) table.fail("budget", duration.error().message);
  }
  table.finish();
}

void read_agents(TableReader table, Config& config) {
  config.agent_paths = globs(table, "paths");
  table.finish();
}

void read_min_coverage(TableReader& table, Config& config) {
  const toml::node* const node = table.node("min-coverage");
  if (node == nullptr) return;
  std::string text;
  if (const auto number = node->value<double>())
    text = fmt::format("{}", *number);
  else if (const toml::table* tiers = node->as_table()) {
    for (const auto& [tier, percent] : *tiers)
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", tier.str(), percent.value<double>().value_or(-1));
  } else {
    text = table.text("min-coverage");
  }
  const auto parsed = parse_min_coverage(text);
  if (parsed) config.min_coverage = *parsed;
  if (!parsed) table.fail("min-coverage", parsed.error().message);
}

void read_gate(TableReader table, Config& config) {
  const std::string fail_on = table.text("fail-on");
  config.fail_never = fail_on == "never";
  if (!fail_on.empty() && !config.fail_never) {
    config.fail_on = severity_of(fail_on);
    std::vector<std::string> forms = kSeverityWords;
    forms.emplace_back("never");
    if (!config.fail_on) table.not_one_of("fail-on", fail_on, forms);
  }
  read_min_coverage(table, config);
  config.min_confidence = table.word<Confidence>("min-confidence", confidence_of, kConfidenceWords);
  config.baseline = table.text("baseline");
  table.finish();
}

ConfiguredEffect read_effect(TableReader table, std::uint32_t line) {
  ConfiguredEffect effect{.function = function(table, true), .line = line};
  table.required("kind");
  effect.kind = table.word<EffectKind>("kind", effect_kind_of, effect_words()).value_or(EffectKind::external_http);
  effect.tier = table.word<Tier>("tier", tier_of, kTierWords);
  effect.key = slot(table, "key");
  table.finish();
  return effect;
}

ConfiguredProtection read_protection(TableReader table, std::uint32_t line) {
  ConfiguredProtection protection{function(table, true), decisions(table, "decisions"), line};
  table.finish();
  return protection;
}

ConfiguredRoute read_route(TableReader table, std::uint32_t line) {
  ConfiguredRoute route{.function = function(table, true), .line = line};
  route.method = slot(table, "method");
  route.path = slot(table, "path");
  route.handler = slot(table, "handler");
  for (const auto& [key, value] :
       {std::pair{"method", &route.method}, {"path", &route.path}, {"handler", &route.handler}})
    if (value->empty()) table.fail(key, fmt::format("'{}' is missing: the position or name of the argument", key));
  table.finish();
  return route;
}

ConfiguredTier read_tier(TableReader table, std::uint32_t line) {
  ConfiguredTier tier{
      .table = table.text("table"), .path = table.text("path"), .function = function(table, false), .line = line};
  const int named = !tier.table.empty() + !tier.path.empty() + !tier.function.name.empty();
  if (named != 1) table.fail("tier", "exactly one of 'table', 'path' and 'function' is needed");
  for (const auto* glob : {&tier.table, &tier.path})
    if (!glob->empty()) check_globs(table, "tier", {*glob});
  table.required("tier");
  tier.tier = table.word<Tier>("tier", tier_of, kTierWords).value_or(Tier::standard);
  tier.reason = table.text("reason");
  table.finish();
  return tier;
}

ConfiguredGateway read_gateway(TableReader table, std::uint32_t line) {
  ConfiguredGateway gateway{.path = table.required("path"),
                            .methods = methods(table, "methods"),
                            .decisions = decisions(table, "decisions"),
                            .reason = table.required("reason"),
                            .line = line};
  if (!gateway.path.empty()) check_globs(table, "path", {gateway.path});
  table.finish();
  return gateway;
}

ConfiguredIgnore read_ignore(TableReader table, std::uint32_t line, const std::vector<std::string>& rules) {
  ConfiguredIgnore ignore{.rule = table.required("rule"),
                          .path = table.text("path"),
                          .reason = table.required("reason"),
                          .until = until(table),
                          .line = line};
  if (!ignore.rule.empty() && ignore.rule != "*" && std::ranges::find(rules, ignore.rule) == rules.end())
    table.fail("rule", fmt::format("'{}' is no rule{} (idem explain --list-rules)", ignore.rule,
                                   did_you_mean(ignore.rule, rules)));
  if (!ignore.path.empty()) check_globs(table, "path", {ignore.path});
  table.finish();
  return ignore;
}

class Parser {
 public:
  Parser(const toml::table& file, const std::vector<std::string>& rules, ParsedConfig& parsed)
      : m_top(file, "idem.toml", parsed.errors), m_rules(rules), m_parsed(parsed) {}

  void run() {
    Config& config = m_parsed.config;
    single("scan", read_scan);
    single("keys", read_keys);
    single("retry", read_retry);
    single("agents", read_agents);
    single("gate", read_gate);
    several("effect", config.effects, read_effect);
    several("protect", config.protections, read_protection);
    several("route", config.routes, read_route);
    several("tier", config.tiers, read_tier);
    several("gateway", config.gateways, read_gateway);
    several("ignore", config.ignores,
            [&](const TableReader& table, std::uint32_t line) { return read_ignore(table, line, m_rules); });
    m_top.finish();
  }

 private:
  void single(std::string_view key, void (*read)(TableReader, Config&)) {
    const toml::node* const node = m_top.node(key);
    if (node == nullptr) return;
    if (const toml::table* table = node->as_table())
      read(TableReader(*table, fmt::format("[{}]", key), m_parsed.errors), m_parsed.config);
    else
      m_top.fail(key, fmt::format("'{0}' must be a table: write [{0}]", key));
  }

  template <typename T, typename Read>
  void several(std::string_view key, std::vector<T>& into, const Read& read) {
    const toml::node* const node = m_top.node(key);
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr) return m_top.fail(key, fmt::format("'{0}' must be a list of tables: write [[{0}]]", key));
    for (const toml::node& item : *list) {
      if (const toml::table* table = item.as_table())
        into.push_back(
            read(TableReader(*table, fmt::format("[[{}]]", key), m_parsed.errors), item.source().begin.line));
      else
        m_top.fail(key, fmt::format("'{0}' must be a list of tables: write [[{0}]]", key));
    }
  }

  TableReader m_top;
  const std::vector<std::string>& m_rules;
  ParsedConfig& m_parsed;
};

}  // namespace

ParsedConfig parse_config(std::string_view text, const std::vector<std::string>& rules) {
  ParsedConfig parsed;
  try {
    const toml::table file = toml::parse(text);
    Parser(file, rules, parsed).run();
  } catch (const toml::parse_error& error) {
    parsed.errors.push_back({error.source().begin.line, std::string(error.description())});
  }
  std::ranges::stable_sort(parsed.errors, {}, &ConfigError::line);
  return parsed;
}

}  // namespace idem
