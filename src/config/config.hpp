// What a project says of itself in idem.toml: the names of its own that no catalogue can know, what is at stake where,
// and the thresholds of the gate. The file is optional; everything has a default.
#pragma once

#include "base/duration.hpp"
#include "base/result.hpp"
#include "report/report.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A function of the project, named as people write it: "charge", "Billing.charge", "billing.gateway.charge"; with
// `module` also where it is imported from ("./billing", "shop.billing").
struct FunctionName {
  std::string name;
  std::string module;  // "" = any
};

// [[effect]]: calling it has an effect that idem cannot see.
struct ConfiguredEffect {
  FunctionName function;
  EffectKind kind = EffectKind::external_http;
  std::optional<Tier> tier;
  std::string key;  // parameter that carries the key to the provider: its name or 0-based position; "" = takes none
  std::uint32_t line = 0;
};

// [[protect]]: a wrapper, decorator, middleware or helper that provides these decisions for what it covers.
struct ConfiguredProtection {
  FunctionName function;
  std::vector<Decision> decisions;
  std::uint32_t line = 0;
};

// [[route]]: a helper that registers a route in a way that cannot be followed (generated, in another package).
struct ConfiguredRoute {
  FunctionName function;
  std::string method;   // a verb, or the 0-based position or name of the argument that holds it
  std::string path;     // position or name of an argument
  std::string handler;  // position or name of an argument
  std::uint32_t line = 0;
};

// [[tier]]: what is at stake, by table, path or function; exactly one of the three is set.
struct ConfiguredTier {
  std::string table, path;  // globs
  FunctionName function;
  Tier tier = Tier::standard;
  std::string reason;
  std::uint32_t line = 0;
};

// [[gateway]]: a gateway in front protects these paths.
struct ConfiguredGateway {
  std::string path;                  // glob
  std::vector<std::string> methods;  // upper case; empty = all
  std::vector<Decision> decisions;
  std::string reason;
  std::uint32_t line = 0;
};

// [[ignore]]: findings that are accepted, with the reason.
struct ConfiguredIgnore {
  std::string rule;  // id, or "*"
  std::string path;  // glob of files, or of endpoints when it starts with '/'; "" = all
  std::string reason;
  std::string until;  // YYYY-MM-DD or ""
  std::uint32_t line = 0;
};

struct Config {
  std::string file;  // path of idem.toml as it is shown, or "" when there is none

  // [scan]
  std::vector<std::string> include, exclude;  // globs
  std::vector<std::string> methods;           // upper case; empty = the default
  bool tests = false, vendored = false, generated = false, minified = false;
  std::optional<std::uint64_t> max_file_bytes;

  // [keys]
  std::vector<std::string> key_headers;  // further header names that carry an idempotency key, lower case
  std::vector<std::string> key_fields;   // further body fields or arguments that do

  // [retry]
  std::optional<Duration> retry_budget;  // the longest time after which a caller still sends again

  // [agents]
  std::vector<std::string> agent_paths;  // globs of endpoints that agents reach

  // [gate]
  std::optional<Severity> fail_on;
  bool fail_never = false;                                   // fail-on = "never"
  std::vector<std::pair<std::string, double>> min_coverage;  // "" (all) or tier word → percent
  std::optional<Confidence> min_confidence;
  std::string baseline;

  std::vector<ConfiguredEffect> effects;
  std::vector<ConfiguredProtection> protections;
  std::vector<ConfiguredRoute> routes;
  std::vector<ConfiguredTier> tiers;
  std::vector<ConfiguredGateway> gateways;
  std::vector<ConfiguredIgnore> ignores;
};

struct ConfigError {
  std::uint32_t line = 0;
  std::string message;
};

struct ParsedConfig {
  Config config;
  std::vector<ConfigError> errors;  // by line
};

// Reads the text of an idem.toml. Every error is found, not only the first. `rules`: known rule ids, for [[ignore]].
ParsedConfig parse_config(std::string_view text, const std::vector<std::string>& rules);

// The configuration of a root, or the defaults when it has no idem.toml. The first error, with its place, when it has
// one that is wrong.
Result<Config> load_config(const std::string& root);

// Catalogue rows of the project's own: .idem/*.toml of the root, relative, sorted.
std::vector<std::string> own_catalogue_files(const std::string& root);

// "80", "strong=100,standard=80": percentages by tier word, "" for all.
Result<std::vector<std::pair<std::string, double>>> parse_min_coverage(std::string_view text);

// Whether the text is a date YYYY-MM-DD of the calendar.
bool is_date(std::string_view text);

}  // namespace idem
