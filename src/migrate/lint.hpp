#pragma once

#include "render/render.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace idem {

// A SQL file under judgement.
struct LintFile {
  std::string path;  // as reported
  std::string text;
};

// Holds migrations against the safety rules of src/catalog/rules.toml that are about SQL (fk-to-core and the
// following). "Core" is every table that the file does not create itself. Files are judged in the order given, the way
// back after every way forward: what an earlier one created, dropped or checked counts for a later one where a rule
// says so. Statements that PostgreSQL's grammar does not know become diagnostics. The report is not finished
// (report/report.hpp).
Report lint_migrations(const std::vector<LintFile>& files);

// The report for people: by file and line, as an editor lists them.
std::string render_lint_text(const Report& report, const RenderOptions& options);

}  // namespace idem
