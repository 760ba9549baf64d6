#pragma once

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
// following). "Core" is every table that the file does not create itself. Files are judged in the order given: what an
// earlier one created, dropped or checked counts for a later one where a rule says so. Statements that PostgreSQL's
// grammar does not know become diagnostics. The report is not finished (report/report.hpp).
Report lint_migrations(const std::vector<LintFile>& files);

// A name that says the file takes a migration back: "x.down.sql", "U3__x.sql", "revert/x.sql".
bool is_down_file(const std::string& path);

}  // namespace idem
