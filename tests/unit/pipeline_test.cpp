#include "pipeline.hpp"

#include "catch.hpp"
#include "engine_support.hpp"
#include "source/discover.hpp"
#include "temp_tree.hpp"

#include <algorithm>
#include <filesystem>

using namespace idem;

static bool tells(const Report& report, std::string_view kind, std::string_view file, bool incomplete) {
  return std::any_of(report.diagnostics.begin(), report.diagnostics.end(), [&](const Diagnostic& each) {
    return each.kind == kind && each.file == file && each.incomplete == incomplete;
  });
}

TEST_CASE("pipeline: files that vanish, shrink or change into something else after discovery are told") {
  const TempTree tree;
  const std::string route = "import express from 'express'; const app = express(); app.post('/kept', f);\n";
  tree.write("kept.ts", route);
  tree.write("gone.ts", route);
  tree.write("folder.ts", route);
  tree.write("empty.ts", route);
  tree.write("grown.ts", route);
  const Project project = discover({.root = tree.root(), .paths = {}}, {});
  std::filesystem::remove(tree.path() / "gone.ts");
  std::filesystem::remove(tree.path() / "folder.ts");
  std::filesystem::create_directory(tree.path() / "folder.ts");
  tree.write("empty.ts", "");
  std::filesystem::resize_file(tree.path() / "grown.ts", std::uintmax_t{200} << 20);
  for (const unsigned jobs : {1u, 4u}) {
    const Report report = analyse(project, {.jobs = jobs, .coverage = true});
    CHECK(tells(report, "unreadable", "gone.ts", true));
    CHECK(tells(report, "unreadable", "folder.ts", true));
    CHECK(std::any_of(report.stats.skipped.begin(), report.stats.skipped.end(),
                      [](const Skipped& each) { return each.reason == "too large" && each.count == 1; }));
    REQUIRE(report.endpoints.size() == 1);
    CHECK(report.endpoints[0].file == "kept.ts");
  }
}

TEST_CASE("pipeline: a syntax error counts where routes are registered or code is run, else it is only said") {
  const std::string broken = "function f( { ]]]\n";
  const Report report = engine_test::report_of({
      {"app.ts", "import express from 'express'; const app = express(); app.post('/a', f);\n" + broken},
      {"data.ts", "export const a = 1;\nexport const b = 2;\nexport const c = 3;\nexport const d = 4;\n" + broken},
      {"noise.ts", ")]} ([{ )]} ([{ )]}"},
  });
  CHECK(tells(report, "syntax", "app.ts", true));
  CHECK(tells(report, "syntax", "data.ts", false));
  CHECK(tells(report, "syntax", "noise.ts", true));
}

TEST_CASE("pipeline: what is given up on is told where it happened") {
  std::string list;
  for (int i = 0; i < 300; ++i) list += "'/" + std::to_string(i) + "',";
  const Report report =
      engine_test::report_of({{"app.ts", "import express from 'express'; const app = express();\nfor (const p of [" +
                                             list + "]) app.post(p, f);\n"}});
  CHECK(tells(report, "budget", "app.ts", true));
  for (const Diagnostic& each : report.diagnostics)
    if (each.kind == "budget") CHECK(each.line == 2);
}
