#pragma once

#include "base/terminal.hpp"
#include "reconcile/report.hpp"

#include <string>

namespace idem::books {

struct RenderOptions {
  bool show_keys = false;  // whole key values instead of prefix and digest
  bool color = false;
  int width = 100;
};

std::string render_reconcile_text(const Report& report, const RenderOptions& options);
std::string render_reconcile_json(const Report& report, const RenderOptions& options);
std::string render_reconcile_markdown(const Report& report, const RenderOptions& options);
std::string render_reconcile_html(const Report& report, const RenderOptions& options);
std::string render_reconcile_prometheus(const Report& report, const RenderOptions& options);

// One finding as a line, and the line before the first ("" for NDJSON).
std::string csv_header();
std::string csv_line(const Finding& finding, const RenderOptions& options);
std::string ndjson_line(const Finding& finding, const RenderOptions& options);

// "3 h", "2 d", "14 min": how long before `as_of`.
std::string age(Micros time, Micros as_of);
// The ids of its records, "r-1, r-2", "r-1 .. r-9 (5 rows)".
std::string records_in_words(const Finding& finding);
std::string with_thousands(std::int64_t number);

}  // namespace idem::books
