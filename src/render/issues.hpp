#pragma once

#include "base/result.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace idem {

struct IssueFile {
  std::string name;  // "post-orders-id-pay.md", safe in every file system, unique
  std::string text;  // Markdown: title, what happens, evidence, remedy
};

// One issue for each entry point that is uncovered or partial, ready to be filed.
std::vector<IssueFile> render_issues(const Report& report);

// Writes them into a folder, which is made where it is missing; files of the same name are replaced.
Result<void> write_issues(const Report& report, const std::string& folder);

}  // namespace idem
