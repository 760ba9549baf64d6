#include "render/render.hpp"

#include "base/terminal.hpp"
#include "catch.hpp"
#include "json_schema.hpp"
#include "render/layout.hpp"
#include "report/summary.hpp"
#include "sample_report.hpp"
#include "temp_tree.hpp"

#include <fstream>
#include <iterator>
#include <sstream>

using namespace idem;
using nlohmann::json;

namespace {

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("JSON reports are valid by their schema") {
  const json schema = json::parse(read(std::filesystem::path(IDEM_SOURCE_DIR) / "schemas/report.json"));
  for (const bool coverage : {false, true}) {
    const json document = json::parse(render_json(sample_report(coverage), {}));
    CHECK(schema_violations(schema, document) == std::vector<std::string>{});
    CHECK(document["endpoints"].size() == 5);
    CHECK(document["endpoints"][0].contains("coverage") == coverage);
    CHECK(document["findings"].size() == (coverage ? 3 : 0));
    CHECK_FALSE(document["stats"].contains("seconds"));
  }
  Report empty;
  finish(empty);
  CHECK(schema_violations(schema, json::parse(render_json(empty, {}))).empty());
  json broken = json::parse(render_json(sample_report(true), {}));
  broken["endpoints"][0]["tier"] = "weak";
  broken["findings"][0].erase("rule");
  CHECK(schema_violations(schema, broken).size() == 2);
  CHECK(holds(render_json(sample_report(false), {.timing = true}), "\"seconds\""));
}

TEST_CASE("every line of NDJSON is a document, and together they hold what JSON holds") {
  const Report report = sample_report(true);
  std::map<std::string, std::size_t> types;
  for (const std::string& line : lines_of(render_ndjson(report, {}))) ++types[json::parse(line)["type"]];
  CHECK(types == std::map<std::string, std::size_t>{
                     {"report", 1}, {"endpoint", 5}, {"finding", 3}, {"diagnostic", 2}, {"summary", 1}});
}

TEST_CASE("CSV is quoted and starts no formula") {
  const std::string csv = render_csv(sample_report(true), {});
  CHECK(holds(csv, "\"src/a,\"\"b\"\".ts\""));
  CHECK(holds(csv, ",'=orders.created,"));
  CHECK(holds(csv, ",uncovered,no,"));
  CHECK(holds(csv, ",unique?,check-then-act\r\n"));
  std::size_t records = 0;
  for (std::size_t at = 0; (at = csv.find("\r\n", at)) != std::string::npos; ++at) ++records;
  CHECK(records == 6);
}

TEST_CASE("the text report fits its width, cuts nothing off and lets no control character through") {
  for (const bool coverage : {false, true})
    for (const int width : {80, 100, 120, 200})
      for (const bool verbose : {false, true}) {
        const Report report = sample_report(coverage);
        const std::string text = render_text(report, {.width = width, .verbose = verbose});
        for (const std::string& line : lines_of(text)) {
          INFO(line);
          CHECK(display_width(line) <= static_cast<std::size_t>(width));
        }
        for (const Endpoint& endpoint : report.endpoints) {
          if (!endpoint.path.empty()) CHECK(holds(text, printable(endpoint.path)));
          CHECK(holds(text, place_text(endpoint.file, endpoint.line)));
        }
        CHECK_FALSE(holds(text, "\x1b"));
        CHECK(holds(text, "5 entry points: 2 strong, 2 standard, 1 without effect"));
        CHECK(holds(text, "1 generated, 3 tests"));
      }
  CHECK(holds(render_text(sample_report(false), {.color = true}), "\x1b[31m"));
  CHECK(holds(render_text(Report{}, {}), "No entry points."));
}

TEST_CASE("the text report shows the chain of evidence when asked") {
  const std::string text = render_text(sample_report(true), {.width = 100, .verbose = true});
  CHECK(holds(text, "src/pay.ts:58     stripe.paymentIntents.create(…)"));
  CHECK(holds(text, "through requireUser src/auth.ts:3"));
  CHECK(holds(text, "(not counted: after the response)"));
  CHECK(holds(text, "strong covered 50 %: 1 covered, 0 partial, 1 uncovered, 0 unknown"));
  CHECK(holds(text, "findings: 1 critical, 1 medium; 1 suppressed"));
  CHECK_FALSE(holds(render_text(sample_report(true), {}), "through requireUser"));
}

TEST_CASE("Markdown holds no markup of the code that was read, and fits a comment") {
  const std::string text = render_markdown(sample_report(true), {});
  CHECK_FALSE(holds(text, "<script>"));
  CHECK(holds(text, "| strong | 1 | 0 | 1 | 0 | 50 % |"));
  CHECK(holds(text, "**critical** `unprotected`"));
  CHECK_FALSE(holds(text, "no-expiry"));  // suppressed
  Report large = sample_report(true);
  for (int i = 0; i < 3000; ++i) {
    large.endpoints.push_back(large.endpoints[0]);
    large.findings.push_back(large.findings[0]);
  }
  const std::string cut = render_markdown(large, {});
  CHECK(cut.size() < 65536);
  CHECK(holds(cut, "the other formats list them all"));
}

TEST_CASE("reports go to files, and colour to standard output only") {
  CHECK(parse_outputs({}, "")->at(0).renderer->name == std::string("text"));
  CHECK(parse_outputs({"json=a.json", "text"}, "")->at(0).path == "a.json");
  CHECK_FALSE(parse_outputs({"jsn"}, "").has_value());
  const TempTree tree;
  const std::string file = (tree.path() / "x.csv").string();
  REQUIRE(write_outputs(sample_report(false), {{find_renderer("csv"), file}}, {.color = true}).has_value());
  CHECK(read(file) == render_csv(sample_report(false), {}));
  CHECK_FALSE(write_outputs(sample_report(false), {{find_renderer("csv"), tree.root() + "/none/x"}}, {}).has_value());
}

TEST_CASE("words wrap") {
  CHECK(wrap("a bb ccc", 4) == std::vector<std::string>{"a bb", "ccc"});
  CHECK(wrap("longer than that", 3) == std::vector<std::string>{"longer", "than", "that"});
  CHECK(wrap("", 3) == std::vector<std::string>{""});
  CHECK(percent_text(99.96) == "99.9 %");
  CHECK(percent_text(100) == "100 %");
}
