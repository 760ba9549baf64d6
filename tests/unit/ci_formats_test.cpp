#include "render/issues.hpp"
#include "render/render.hpp"

#include "catch.hpp"
#include "json_schema.hpp"
#include "rules/rules.hpp"
#include "sample_report.hpp"
#include "temp_tree.hpp"

#include <fstream>
#include <iterator>
#include <set>

using namespace idem;
using nlohmann::json;

static bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

static std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_CASE("SARIF has what code scanning reads, also when nothing was found") {
  const json document = json::parse(render_sarif(sample_report(true), {}));
  CHECK(document["version"] == "2.1.0");
  const json& run = document["runs"][0];
  CHECK(run["tool"]["driver"]["rules"].size() == all_rules().size());
  for (const json& rule : run["tool"]["driver"]["rules"]) {
    CHECK_FALSE(rule["help"]["markdown"].get<std::string>().empty());
    CHECK(rule["helpUri"].get<std::string>().ends_with(rule["id"].get<std::string>()));
  }
  REQUIRE(run["results"].size() == 3);
  std::set<std::string> prints;
  for (const json& result : run["results"]) {
    CHECK(run["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()]["id"] == result["ruleId"]);
    CHECK(prints.insert(result["partialFingerprints"]["idem/v1"]).second);
    CHECK(result["codeFlows"][0]["threadFlows"][0]["locations"].size() == 2);
    const bool suppressed = !result["suppressions"].empty();
    CHECK(suppressed == (result["ruleId"] == "no-expiry"));
    if (suppressed)
      CHECK(result["suppressions"][0] ==
            json{{"kind", "inSource"}, {"status", "accepted"}, {"justification", "kept for <audit>"}});
  }
  CHECK(holds(run.dump(), "src/a%2C%22b%22.ts"));
  CHECK(run["invocations"][0]["toolExecutionNotifications"].size() == 2);
  Report empty;
  finish(empty);
  const json nothing = json::parse(render_sarif(empty, {}));
  CHECK(nothing["runs"][0]["results"].empty());
  CHECK(nothing["runs"][0]["results"].is_array());
}

// The published schema is no part of this repository; the test runs where npm has brought it (see tests/tools).
TEST_CASE("SARIF is valid by the published schema") {
  const std::filesystem::path file =
      std::filesystem::path(IDEM_SOURCE_DIR) /
      "tests/tools/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json";
  if (!std::filesystem::exists(file)) {
    WARN("skipped: the schema is not installed");
    return;
  }
  std::ifstream in(file);
  const json schema = json::parse(in);
  Report empty;
  finish(empty);
  for (const Report& report : {sample_report(true), sample_report(false), empty})
    CHECK(schema_violations(schema, json::parse(render_sarif(report, {}))) == std::vector<std::string>{});
}

TEST_CASE("GitHub annotations are escaped and capped, and the cap is told") {
  const std::string text = render_github(sample_report(true), {});
  CHECK(holds(text, "::error file=src/orders.ts,line=41,endLine=43,title=idem%3A unprotected::POST /orders/{id}/pay"));
  CHECK(holds(text,
              "::warning file=src/a%2C\"b\".ts,line=9,endLine=11,title=idem%3A check-then-act::a lookup decides on an "
              "insert, 100%25 racy: %250A::error::%0D%0Ax%0A"));
  CHECK(count(text, "\n") == 2);
  Report many = sample_report(true);
  for (int i = 0; i < 30; ++i) many.findings.push_back(many.findings[2]);
  const std::string cut = render_github(many, {});
  CHECK(count(cut, "::error ") == 10);
  CHECK(holds(cut, "21 findings are not shown here"));
}

TEST_CASE("GitLab and JUnit hold the open findings") {
  const json gitlab = json::parse(render_gitlab(sample_report(true), {}));
  REQUIRE(gitlab.size() == 2);
  CHECK(gitlab[0]["severity"] == "major");
  CHECK(gitlab[1]["severity"] == "blocker");
  CHECK(gitlab[1]["location"] == json{{"path", "src/orders.ts"}, {"lines", {{"begin", 41}, {"end", 43}}}});
  const std::string junit = render_junit(sample_report(true), {});
  CHECK(holds(junit, "<testsuites name=\"idem\" tests=\"5\" failures=\"2\">"));
  CHECK(count(junit, "<failure ") == 2);
  CHECK(count(junit, "<skipped ") == 1);
  CHECK(holds(junit, "classname=\"src/a,&quot;b&quot;.ts\""));
  CHECK_FALSE(holds(junit, "\r"));
}

TEST_CASE("every format tells the same open findings") {
  const Report report = sample_report(true);
  const std::string text = render_text(report, {.width = 200}), markdown = render_markdown(report, {}),
                    html = render_html(report, {});
  for (const char* rule : {"unprotected", "check-then-act"})
    for (const std::string& each : {text, markdown, html, render_github(report, {}), render_gitlab(report, {}),
                                    render_junit(report, {}), render_csv(report, {})})
      CHECK(holds(each, rule));
}

TEST_CASE("HTML carries no markup of the code that was read and loads nothing") {
  for (const bool coverage : {false, true}) {
    const std::string html = render_html(sample_report(coverage), {});
    CHECK_FALSE(holds(html, "<script>alert"));
    CHECK(holds(html, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK_FALSE(holds(html, "http://"));
    CHECK_FALSE(holds(html, "https://"));
    CHECK(holds(html, "default-src 'none'"));
    CHECK(count(html, "<tr data-method=") == 5);
    CHECK_FALSE(holds(html, "@ROWS@"));
  }
  CHECK(holds(render_html(sample_report(true), {}), "stroke-dasharray"));
}

TEST_CASE("issues are written for what is not covered, under safe names") {
  const std::vector<IssueFile> issues = render_issues(sample_report(true));
  REQUIRE(issues.size() == 2);
  CHECK(issues[0].name == "patch-cmd-c-calc-a0-name.md");
  CHECK(issues[1].name == "post-orders-id-pay.md");
  CHECK(holds(issues[1].text, "# Make `POST /orders/{id}/pay` safe to repeat"));
  CHECK(holds(issues[1].text, "### unprotected (critical)"));
  const TempTree tree;
  REQUIRE(write_issues(sample_report(true), tree.root() + "/a/b").has_value());
  CHECK(std::filesystem::exists(tree.path() / "a/b/post-orders-id-pay.md"));
}
