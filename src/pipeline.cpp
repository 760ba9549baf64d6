// The table of contents: every stage between discovery and rendering, in order.
#include "pipeline.hpp"

#include "base/parallel.hpp"
#include "catalog/catalog.hpp"
#include "config/apply.hpp"
#include "engine/analysis.hpp"
#include "engine/program.hpp"
#include "frontends/frontend.hpp"
#include "source/discover.hpp"

#include <atomic>
#include <chrono>
#include <map>
#include <set>

namespace idem {

namespace {

class Stopwatch {
 public:
  explicit Stopwatch(Stats& stats, bool on) : m_stats(stats), m_on(on) {}
  void lap(const char* stage) {
    const auto now = std::chrono::steady_clock::now();
    if (m_on) m_stats.timings.push_back({stage, std::chrono::duration<double>(now - m_last).count()});
    m_last = now;
  }

 private:
  Stats& m_stats;
  bool m_on;
  std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
};

struct Lowered {
  FileFacts facts;
  std::size_t bytes = 0;
  std::string_view skipped;
  std::string failure;
};

Lowered lower_file(const Project& project, const SourceFile& file) {
  Lowered out;
  SourceText source = read_source(project, file);
  out.skipped = source.skipped;
  out.failure = source.failure;
  if (!source.failure.empty() || !source.skipped.empty()) {
    out.facts.path = file.path;
    out.facts.names.emplace_back();
    out.facts.line_starts.push_back(0);
    return out;
  }
  out.bytes = source.text.size();
  out.facts = file.frontend->lower(file.path, source.text);
  return out;
}

void tell_reading(const Project& project, const std::vector<Lowered>& lowered, Report& report) {
  std::map<std::string, std::size_t> skipped;
  for (const Skipped& item : report.stats.skipped) skipped[item.reason] += item.count;
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    if (!lowered[i].skipped.empty()) {
      ++skipped[std::string(lowered[i].skipped)];
      continue;
    }
    if (!lowered[i].failure.empty()) {
      report.diagnostics.push_back(
          {.kind = "unreadable", .file = project.files[i].path, .message = lowered[i].failure, .incomplete = true});
      continue;
    }
    ++report.stats.files;
    report.stats.bytes += lowered[i].bytes;
  }
  report.stats.skipped.clear();
  for (const auto& [reason, count] : skipped) report.stats.skipped.push_back({reason, count});
}

}  // namespace

Report analyse(const Project& project, const AnalyseOptions& options) {
  Report report;
  report.coverage = options.coverage;
  report.stats.skipped = project.skipped;
  report.diagnostics = project.diagnostics;
  Stopwatch watch(report.stats, options.timing);

  // One slot a file: the only stage that sees a syntax tree.
  std::vector<Lowered> lowered(project.files.size());
  std::atomic<std::size_t> done{0};
  parallel_for(project.files.size(), options.jobs, [&](std::size_t i) {
    lowered[i] = lower_file(project, project.files[i]);
    if (options.progress) options.progress(++done, project.files.size());
  });
  tell_reading(project, lowered, report);
  watch.lap("read and lower");

  // Rows of the languages that occur.
  std::set<std::string> families;
  for (const SourceFile& file : project.files)
    families.insert(std::string(file.frontend->family.empty() ? file.frontend->name : file.frontend->family));
  Result<Catalog> catalog = built_in_catalog({families.begin(), families.end()});
  if (!catalog) {
    report.diagnostics.push_back({.kind = "catalogue", .message = catalog.error().message, .incomplete = true});
    finish(report);
    return report;
  }
  for (const std::string& file : own_catalogue_files(project.root))
    if (const Result<void> added = add_rows(*catalog, file, project.read_other(file)); !added)
      report.diagnostics.push_back(
          {.kind = "configuration", .file = file, .message = added.error().message, .incomplete = true});
  watch.lap("catalogue");

  // From here on everything works on facts; no source text is looked at.
  std::vector<FileFacts> facts;
  facts.reserve(lowered.size());
  for (Lowered& one : lowered) facts.push_back(std::move(one.facts));
  for (const FileFacts& file : facts)
    for (const Comment& comment : file.comments)
      report.comments.push_back(
          {.file = file.path,
           .line = file.line(comment.span.begin),
           .end_line = file.line(comment.span.end > comment.span.begin ? comment.span.end - 1 : comment.span.end),
           .text = std::string(file.name(comment.text))});
  Program program(project, std::move(facts));
  watch.lap("index");
  std::vector<std::size_t> refers;
  find_endpoints(program, *catalog, options.coverage, report, refers);
  watch.lap("evaluate and walk");
  finish(report, refers);
  if (options.config != nullptr) apply_config(report, *options.config);
  return report;
}

}  // namespace idem
