#include "gate/gate.hpp"

#include "catch.hpp"
#include "gate/baseline.hpp"
#include "gate/since.hpp"
#include "sample_report.hpp"
#include "temp_tree.hpp"

#include <algorithm>
#include <cstdlib>

using namespace idem;

namespace {

std::size_t reasons(const GateOptions& options) { return gate_reasons(sample_report(true), options).size(); }

std::size_t open_findings(const Report& report) {
  return static_cast<std::size_t>(
      std::ranges::count_if(report.findings, [](const Finding& each) { return !each.suppressed; }));
}

}  // namespace

TEST_CASE("findings fail by severity and confidence") {
  CHECK(reasons({}) == 1);
  CHECK(reasons({.fail_on = std::nullopt}) == 0);
  CHECK(reasons({.fail_on = Severity::critical}) == 1);
  CHECK(gate_reasons(sample_report(true), {.fail_on = Severity::medium})[0] ==
        "2 findings at or above medium (--fail-on)");
  CHECK(gate_reasons(sample_report(true), {.fail_on = Severity::medium, .min_confidence = Confidence::high})[0] ==
        "1 finding at or above medium (--fail-on)");
  Report accepted = sample_report(true);
  for (Finding& finding : accepted.findings) finding.suppressed = Suppression{"comment", "x", ""};
  CHECK(gate_reasons(accepted, {.fail_on = Severity::low}).empty());
}

TEST_CASE("coverage fails by tier, and nothing to cover is all covered") {
  GateOptions options{.fail_on = std::nullopt};
  options.min_coverage = {{"strong", 50}, {"standard", 0.5}, {"", 25}};
  CHECK(gate_reasons(sample_report(true), options) ==
        std::vector<std::string>{"coverage of standard is 0 %, 0.5 % wanted (--min-coverage)"});
  options.min_coverage = {{"", 100}};
  CHECK(gate_reasons(Report{}, options).empty());
}

TEST_CASE("a baseline accepts what it holds, survives moved lines and renamed files, and tells what is stale") {
  Report report = sample_report(true);
  const Baseline baseline = make_baseline(report, {}, "before the ledger");
  REQUIRE(baseline.entries.size() == 2);  // one is suppressed by a comment
  const Result<Baseline> read = parse_baseline(baseline_json(baseline));
  REQUIRE(read.has_value());
  CHECK(read->entries[0].reason == "before the ledger");
  CHECK(baseline_json(*read) == baseline_json(baseline));

  const BaselineOutcome outcome = apply_baseline(report, *read, "2027-01-01", {"src/a,\"b\".ts", "src/orders.ts"});
  CHECK(outcome.stale.empty());
  CHECK(open_findings(report) == 0);

  Report moved = sample_report(true);
  for (Finding& finding : moved.findings) {
    finding.line += 100;
    if (finding.rule == "unprotected") finding.file = "src/renamed.ts";
  }
  finish(moved);
  CHECK(apply_baseline(moved, *read, "2027-01-01", {"src/a,\"b\".ts", "src/renamed.ts"}).stale.empty());
  CHECK(open_findings(moved) == 0);

  Report copied = sample_report(true);
  copied.findings[2].file = "src/copy.ts";  // the old file is still there: this is a new one
  finish(copied);
  CHECK(apply_baseline(copied, *read, "2027-01-01", {"src/a,\"b\".ts", "src/copy.ts", "src/orders.ts"}).stale.size() ==
        1);
  CHECK(open_findings(copied) == 1);

  Baseline dated = *read;
  dated.entries[0].until = "2026-12-31";
  Report later = sample_report(true);
  CHECK(apply_baseline(later, dated, "2027-01-01", {}).ended.size() == 1);
  CHECK(open_findings(later) == 1);
  CHECK(make_baseline(later, dated, "new").entries[0].reason == "before the ledger");
  CHECK(make_baseline(later, dated, "new").entries[0].until == "2026-12-31");
}

TEST_CASE("a damaged baseline is an error, never an empty one") {
  for (const char* text :
       {"", "[]", "{}", R"({"schema":"idem.baseline/1"})", R"({"schema":"idem.baseline/2","entries":[]})",
        R"({"schema":"idem.baseline/1","entries":[{"rule":"x","reason":"y"}]})",
        R"({"schema":"idem.baseline/1","entries":[{"rule":"x","fingerprint":"y"}]})",
        R"({"schema":"idem.baseline/1","entries":[{"rule":"x","fingerprint":"y","reason":"z","until":"soon"}]})"})
    CHECK_FALSE(parse_baseline(text).has_value());
  CHECK(parse_baseline(R"({"schema":"idem.baseline/1","entries":[]})").has_value());
}

TEST_CASE("a diff without context is read, with odd names and removed lines") {
  const Changes changes = parse_diff(
      "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -3 +3,2 @@ f()\n-old\n+++ b/not-a-header\n+new\n@@ -9,2 "
      "+9,0 @@\n-a\n-b\n"
      "--- /dev/null\n+++ \"b/\\303\\244 b.ts\"\n@@ -0,0 +1,5 @@\n+1\n+2\n+3\n+4\n+5\n--- a/gone.ts\n+++ /dev/null\n@@ "
      "-1 +0,0 @@\n-x\n");
  REQUIRE(changes.lines.size() == 2);
  CHECK(changes.touches("x.ts", 4, 4));
  CHECK(changes.touches("x.ts", 1, 3));
  CHECK_FALSE(changes.touches("x.ts", 5, 8));
  CHECK(changes.touches("x.ts", 8, 12));  // something was removed from inside
  CHECK(changes.touches("\xc3\xa4 b.ts", 5, 9));
  CHECK_FALSE(changes.touches("gone.ts", 1, 1));
}

TEST_CASE("a change of a handler or middleware touches its entry points in other files") {
  const auto kept = [](const char* file, std::uint32_t first, std::uint32_t last) {
    Report report = sample_report(true);
    report.endpoints[2].reached = {{"src/lib.ts", 10, 20}};
    keep_changed(report, {{{file, {{first, last}}}}});
    std::vector<std::string> ids;
    for (const Endpoint& endpoint : report.endpoints) ids.push_back(endpoint.id);
    return ids;
  };
  using Ids = std::vector<std::string>;
  CHECK(kept("src/pay.ts", 30, 30) == Ids{"POST /orders/{id}/pay"});
  CHECK(kept("src/auth.ts", 5, 5) == Ids{"POST /orders/{id}/pay"});
  CHECK(kept("src/search.ts", 2, 2) == Ids{"POST /search"});
  CHECK(kept("src/lib.ts", 15, 15).size() == 1);
  CHECK(kept("src/pay.ts", 90, 99).empty());
}

TEST_CASE("changes since a revision are those since the merge base, uncommitted ones included") {
  if (std::system("git --version >/dev/null 2>&1") != 0) return;
  const TempTree tree;
  const auto shell = [&](const std::string& commands) {
    return std::system(("cd '" + tree.root() + "' && export GIT_CONFIG_GLOBAL=/dev/null && { " + commands +
                        "; } >/dev/null 2>&1")
                           .c_str()) == 0;
  };
  REQUIRE(shell(
      "git init -q -b main . && git config user.name t && git config user.email t@t && mkdir app && "
      "printf 'a\\nb\\nc\\n' >app/x.ts && echo z >y.ts && git add . && git commit -qm one && git checkout -qb topic && "
      "printf 'a\\nB\\nc\\n' >app/x.ts && git commit -qam two && git checkout -q main && echo w >y.ts && git commit "
      "-qam three && "
      "git checkout -q topic && printf 'a\\nB\\nC\\n' >app/x.ts && echo new >app/n.ts"));
  const Result<Changes> changes = changes_since(tree.root(), "main");
  REQUIRE(changes.has_value());
  CHECK(changes->touches("app/x.ts", 2, 2));
  CHECK(changes->touches("app/x.ts", 3, 3));
  CHECK_FALSE(changes->touches("app/x.ts", 1, 1));
  CHECK(changes->touches("app/n.ts", 1, 1));
  CHECK_FALSE(changes->touches("y.ts", 1, 1));  // changed on main only
  const Result<Changes> below = changes_since(tree.root() + "/app", "main");
  REQUIRE(below.has_value());
  CHECK(below->touches("x.ts", 2, 2));
  CHECK(changes_since(tree.root(), "nowhere").error().message == "--since: Git knows no revision nowhere");
  CHECK(changes_since(tree.root(), "--upload-pack=x").error().kind == ErrorKind::usage);
  const TempTree bare;
  CHECK_FALSE(changes_since(bare.root(), "main").has_value());
}
