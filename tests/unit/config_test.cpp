#include "config/config.hpp"

#include "catch.hpp"
#include "rules/rules.hpp"
#include "temp_tree.hpp"

using namespace idem;

static std::string first_error(std::string_view text) {
  const ParsedConfig parsed = parse_config(text, rule_ids());
  if (parsed.errors.empty()) return "";
  return std::to_string(parsed.errors[0].line) + ": " + parsed.errors[0].message;
}

TEST_CASE("a whole configuration is read") {
  const ParsedConfig parsed = parse_config(R"(
[scan]
include = ["src/**"]
exclude = "legacy"
methods = ["post", "PATCH"]
tests = true
max-file-bytes = 1000

[keys]
headers = ["X-Request-Key"]
fields = ["client_ref"]

[retry]
budget = "36h"

[agents]
paths = ["/orders/**"]

[gate]
fail-on = "medium"
min-coverage = {strong = 100, standard = 80}
min-confidence = "high"
baseline = "idem-baseline.json"

[[effect]]
function = "charge"
module = "./billing"
kind = "payment"
key = 1

[[protect]]
function = "withIdempotency"
decisions = ["accept", "claim", "replay"]

[[route]]
function = "defineRoute"
method = 0
path = 1
handler = "handler"

[[tier]]
table = "audit_*"
tier = "none"

[[gateway]]
path = "/api/**"
methods = ["POST"]
decisions = ["accept"]
reason = "the edge holds keys"

[[ignore]]
rule = "lock-only"
path = "src/old/**"
reason = "goes away with the old shop"
until = 2027-01-31
)",
                                           rule_ids());
  for (const ConfigError& error : parsed.errors) INFO(error.line << ": " << error.message);
  REQUIRE(parsed.errors.empty());
  const Config& config = parsed.config;
  CHECK(config.exclude == std::vector<std::string>{"legacy"});
  CHECK(config.methods == std::vector<std::string>{"POST", "PATCH"});
  CHECK(config.max_file_bytes == 1000u);
  CHECK(config.key_headers == std::vector<std::string>{"x-request-key"});
  CHECK(config.retry_budget == hours(36));
  CHECK(config.fail_on == Severity::medium);
  REQUIRE(config.min_coverage.size() == 2);
  CHECK(config.min_confidence == Confidence::high);
  REQUIRE(config.effects.size() == 1);
  CHECK(config.effects[0].key == "1");
  CHECK(config.effects[0].kind == EffectKind::payment);
  REQUIRE(config.protections.size() == 1);
  CHECK(config.protections[0].decisions.size() == 3);
  CHECK(config.routes[0].handler == "handler");
  CHECK(config.tiers[0].tier == Tier::none);
  CHECK(config.ignores[0].until == "2027-01-31");
}

TEST_CASE("what is wrong in a configuration is named, with its line and the likely word") {
  CHECK(first_error("[gate]\nfail_on = 'high'\n") == "2: unknown key 'fail_on' in [gate], did you mean fail-on?");
  CHECK(first_error("[scann]\n") == "1: unknown key 'scann' in idem.toml, did you mean scan?");
  CHECK(first_error("[gate]\nfail-on = 'hihg'\n") ==
        "2: fail-on = 'hihg' is none of low, medium, high, critical, never, did you mean high? in [gate]");
  CHECK(first_error("\n\n[[effect]]\nkind = 'payment'\n") == "3: 'function' is missing in [[effect]]");
  CHECK(first_error("[scan]\ntests = 'yes'\n") == "2: 'tests' must be true or false in [scan]");
  CHECK(first_error("[scan]\nexclude = ['a[']\n").find("never closed") != std::string::npos);
  CHECK(first_error("[[ignore]]\nrule = 'lock-onyl'\nreason = 'x'\n").find("did you mean lock-only?") !=
        std::string::npos);
  CHECK(first_error("[[ignore]]\nrule = 'lock-only'\n").find("'reason' is missing") != std::string::npos);
  CHECK(first_error("[[ignore]]\nrule = 'lock-only'\nreason = 'x'\nuntil = '2027-02-29'\n").find("must be a date") !=
        std::string::npos);
  CHECK(first_error("[retry]\nbudget = '3 fortnights'\n").find("is no unit") != std::string::npos);
  CHECK(first_error("[[tier]]\ntier = 'none'\n").find("exactly one of") != std::string::npos);
  CHECK(first_error("[gate]\nmin-coverage = 'all'\n").find("percentage") != std::string::npos);
  CHECK(first_error("[scan\n").starts_with("1: "));
  CHECK(first_error("scan = 3\n").find("write [scan]") != std::string::npos);
  const ParsedConfig two = parse_config("[scan]\na = 1\nb = 2\n", {});
  CHECK(two.errors.size() == 2);
}

TEST_CASE("a wrong configuration is told with the number of further errors") {
  const TempTree tree;
  tree.write("idem.toml", "[gate]\nx = 1\ny = 2\n");
  const Result<Config> config = load_config(tree.root());
  REQUIRE_FALSE(config.has_value());
  CHECK(config.error().message == "idem.toml:2: unknown key 'x' in [gate] (and 1 more: idem config check)");
  tree.write(".idem/b.toml");
  tree.write(".idem/a.toml");
  tree.write(".idem/note.txt");
  CHECK(own_catalogue_files(tree.root()) == std::vector<std::string>{".idem/a.toml", ".idem/b.toml"});
}

TEST_CASE("minimum coverage is a number or one a tier") {
  CHECK(parse_min_coverage("80").has_value());
  CHECK(parse_min_coverage("strong=100,standard=80.5%").has_value());
  for (const char* wrong : {"", "x", "101", "-1", "nan", "80,", "weak=3", "strong=", "8 0"})
    CHECK_FALSE(parse_min_coverage(wrong).has_value());
}

TEST_CASE("dates are those of the calendar") {
  CHECK(is_date("2024-02-29"));
  for (const char* wrong : {"2023-02-29", "2023-13-01", "2023-00-10", "2023-1-01", "20230101", "2023-01-0a", ""})
    CHECK_FALSE(is_date(wrong));
}
