// Reports as bytes. A renderer is a row of a table: name, what it is for, function. Each is total and deterministic: no
// clock, no absolute path, no locale.
#pragma once

#include "base/result.hpp"
#include "report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

struct RenderOptions {
  bool color = false;
  int width = 80;        // columns of the text report
  bool verbose = false;  // chains of evidence in the text report
  bool timing = false;   // Stats::timings
};

struct Renderer {
  const char* name;     // the word of --format
  const char* summary;  // for --help
  std::string (*render)(const Report& report, const RenderOptions& options);
};

const std::vector<Renderer>& all_renderers();
const Renderer* find_renderer(std::string_view name);

std::string render_text(const Report& report, const RenderOptions& options);
std::string render_json(const Report& report, const RenderOptions& options);
std::string render_ndjson(const Report& report, const RenderOptions& options);
std::string render_csv(const Report& report, const RenderOptions& options);
std::string render_markdown(const Report& report, const RenderOptions& options);
std::string render_html(const Report& report, const RenderOptions& options);
std::string render_sarif(const Report& report, const RenderOptions& options);
std::string render_github(const Report& report, const RenderOptions& options);
std::string render_gitlab(const Report& report, const RenderOptions& options);
std::string render_junit(const Report& report, const RenderOptions& options);

// One report in one format to one place.
struct Output {
  const Renderer* renderer = nullptr;
  std::string path;  // "" or "-": standard output
};

// From `--format NAME[=PATH]` (repeatable) and `--output FILE`, which names the place of the one format that has none.
// At most one goes to standard output; without any it is text.
Result<std::vector<Output>> parse_outputs(const std::vector<std::string>& formats, const std::string& output);

// Renders and writes them all: files first, standard output last, so that what is piped on comes when all is in place.
// Colour goes to standard output only.
Result<void> write_outputs(const Report& report, const std::vector<Output>& outputs, const RenderOptions& options);

}  // namespace idem
