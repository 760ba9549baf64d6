#include "gate/suppress.hpp"

#include "catch.hpp"
#include "sample_report.hpp"

#include <algorithm>
#include <map>

using namespace idem;

namespace {

Report with(const std::vector<IgnoreComment>& comments) {
  Report report = sample_report(true);
  report.findings.erase(std::ranges::find(report.findings, "no-expiry", &Finding::rule));
  report.comments = comments;
  apply_comments(report, "2027-06-01");
  return report;
}

const Finding* find(const Report& report, std::string_view rule) {
  const auto found = std::ranges::find(report.findings, rule, &Finding::rule);
  return found == report.findings.end() ? nullptr : &*found;
}

bool suppressed(const std::vector<IgnoreComment>& comments) {
  const Report report = with(comments);
  REQUIRE(find(report, "unprotected") != nullptr);
  CHECK((find(report, "unused-ignore") == nullptr) == find(report, "unprotected")->suppressed.has_value());
  return find(report, "unprotected")->suppressed.has_value();
}

std::string wrong(std::string_view text) { return parse_ignore(text).wrong; }

}  // namespace

TEST_CASE("a suppression names rules and a reason") {
  const IgnoreText one = parse_ignore("idem-ignore lock-only: runs alone: see the runbook");
  CHECK(one.wrong.empty());
  CHECK(one.rules == std::vector<std::string>{"lock-only"});
  CHECK(one.reason == "runs alone: see the runbook");
  const IgnoreText two = parse_ignore("idem-ignore-file lock-only, no-replay until=2030-01-31: x */");
  CHECK(two.whole_file);
  CHECK(two.rules.size() == 2);
  CHECK(two.until == "2030-01-31");
  CHECK(two.reason == "x");
  CHECK(wrong("idem-ignore") == "it names no rule");
  CHECK(wrong("idem-ignore lock-only") == "the reason is missing (idem-ignore RULE: reason)");
  CHECK(wrong("idem-ignore lock-only:  ") == "the reason is missing (idem-ignore RULE: reason)");
  CHECK(wrong("idem-ignore: everything") == "it names no rule");
  CHECK(wrong("idem-ignore lock-onyl: x") == "'lock-onyl' is no rule, did you mean lock-only?");
  CHECK(wrong("idem-ignore lock-only until=soon: x") == "'soon' is no date (until=YYYY-MM-DD)");
  CHECK_FALSE(wrong("idem-ignored lock-only: x").empty());
}

TEST_CASE("a comment counts before, behind and inside the statement, and nowhere else") {
  // The finding spans lines 41 to 43.
  const char* const text = "idem-ignore unprotected: accepted";
  for (const std::uint32_t line : {40u, 41u, 42u, 43u}) CHECK(suppressed({{"src/orders.ts", line, line, text}}));
  for (const std::uint32_t line : {39u, 44u}) CHECK_FALSE(suppressed({{"src/orders.ts", line, line, text}}));
  CHECK(suppressed({{"src/orders.ts", 38, 40, text}}));
  CHECK_FALSE(suppressed({{"src/other.ts", 41, 41, text}}));
  CHECK_FALSE(suppressed({{"src/orders.ts", 41, 41, "idem-ignore lock-only: accepted"}}));
  CHECK(suppressed({{"src/orders.ts", 1, 1, "idem-ignore-file unprotected: accepted"}}));
  CHECK_FALSE(suppressed({{"src/orders.ts", 41, 41, "idem-ignore unprotected until=2027-05-31: accepted"}}));
  CHECK(suppressed({{"src/orders.ts", 41, 41, "idem-ignore unprotected until=2027-06-01: accepted"}}));
}

TEST_CASE("comments above each other all count") {
  const Report report = with({{"src/orders.ts", 39, 39, "idem-ignore unprotected: accepted"},
                              {"src/orders.ts", 40, 40, "idem-ignore lock-only: not there"}});
  CHECK(find(report, "unprotected")->suppressed->reason == "accepted");
  REQUIRE(find(report, "unused-ignore") != nullptr);
  CHECK(find(report, "unused-ignore")->line == 40);
}

TEST_CASE("malformed comments are findings of their own") {
  const Report report = with({{"src/orders.ts", 41, 41, "idem-ignore"}});
  CHECK_FALSE(find(report, "unprotected")->suppressed.has_value());
  const Finding* const malformed = find(report, "malformed-ignore");
  REQUIRE(malformed != nullptr);
  CHECK(malformed->fingerprint.size() == 32);
  CHECK(malformed->severity == Severity::medium);
}

TEST_CASE("the configuration suppresses by rule, file and route, and says what it does not") {
  Report report = sample_report(true);
  Config config;
  config.file = "idem.toml";
  config.ignores = {{"unprotected", "/orders/**", "accepted", "", 3},
                    {"lock-only", "", "never there", "", 7},
                    {"*", "src/a,*", "moved", "2020-01-01", 11}};
  const std::vector<std::string> notes = apply_config_ignores(report, config, "2027-06-01");
  CHECK(find(report, "unprotected")->suppressed->kind == "config");
  CHECK_FALSE(find(report, "check-then-act")->suppressed.has_value());
  CHECK(notes == std::vector<std::string>{"idem.toml:7: the ignore of lock-only suppresses nothing",
                                          "idem.toml:11: the ignore of * ended on 2020-01-01"});
}
