// The table of contents: every stage between discovery and rendering, in order.
#include "pipeline.hpp"

#include "base/deep_stack.hpp"
#include "base/digest.hpp"
#include "base/parallel.hpp"
#include "cache/facts_archive.hpp"
#include "cache/run_cache.hpp"
#include "catalog/catalog.hpp"
#include "config/apply.hpp"
#include "config/rows.hpp"
#include "engine/analysis.hpp"
#include "engine/program.hpp"
#include "frontends/frontend.hpp"
#include "judge/spec_drift.hpp"
#include "meaning/origin.hpp"
#include "meaning/settings.hpp"
#include "source/discover.hpp"
#include "source/given.hpp"

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
  SourceText source;  // its text goes once it is lowered
  bool read = false;
  std::size_t bytes = 0;
  FileFacts facts;
  std::string key, packed;  // of the cache
};

bool without_text(const Lowered& file) { return !file.source.failure.empty() || !file.source.skipped.empty(); }

void read_file(const Project& project, const SourceFile& file, bool cached, Lowered& out) {
  out.source = read_source(project, file);
  out.read = true;
  if (without_text(out)) return;
  out.bytes = out.source.text.size();
  if (cached) out.key = RunCache::file_key(file.frontend->name, file.path, out.source.text);
}

void lower_file(const Project& project, const SourceFile& file, const RunCache* cache, Lowered& out) {
  if (!out.read) read_file(project, file, cache != nullptr, out);
  if (without_text(out)) {
    out.facts.names.emplace_back();
    out.facts.line_starts.push_back(0);
  } else if (cache == nullptr || !cache->facts_of(out.key, out.facts)) {
    out.facts = file.frontend->lower(file.path, out.source.text);
    if (cache != nullptr) out.packed = pack_facts(out.facts);
  }
  out.facts.path = file.path;
  out.source.text = {};
}

// Everything that an answer depends on but what read_other() gives.
std::string answer_key(const Project& project, const std::vector<Lowered>& files, const AnalyseOptions& options) {
  std::string all = options.coverage ? "coverage" : "scan";
  const auto add = [&](std::string_view text) { (all += '\0') += text; };
  add(options.inputs);
  for (const std::string& file : own_catalogue_files(project.root)) add(file), add(sha256(project.read_other(file)));
  add(sha256(project.read_other("idem.toml")));
  for (std::size_t i = 0; i < files.size(); ++i)
    add(project.files[i].path), add(files[i].key), add(files[i].source.skipped), add(files[i].source.failure);
  for (const std::string& other : project.others) add(other);
  for (const Skipped& skipped : project.skipped) add(skipped.reason), add(std::to_string(skipped.count));
  for (const Diagnostic& each : project.diagnostics) add(each.kind), add(each.file), add(each.message);
  return all;
}

void tell_reading(const Project& project, const std::vector<Lowered>& lowered, Report& report) {
  std::map<std::string, std::size_t> skipped;
  for (const Skipped& item : report.stats.skipped) skipped[item.reason] += item.count;
  for (std::size_t i = 0; i < lowered.size(); ++i) {
    const SourceText& source = lowered[i].source;
    if (!source.skipped.empty()) {
      ++skipped[std::string(source.skipped)];
      continue;
    }
    if (!source.failure.empty()) {
      report.diagnostics.push_back(
          {.kind = "unreadable", .file = project.files[i].path, .message = source.failure, .incomplete = true});
      continue;
    }
    ++report.stats.files;
    report.stats.bytes += lowered[i].bytes;
  }
  report.stats.skipped.clear();
  for (const auto& [reason, count] : skipped) report.stats.skipped.push_back({reason, count});
}

Settings settings_of(const Config& config) {
  Settings settings;
  for (const std::vector<std::string>* names : {&config.key_headers, &config.key_fields})
    for (const std::string& name : *names) settings.key_names.push_back(plain_name(name));
  if (config.retry_budget) settings.retry_seconds = static_cast<double>(config.retry_budget->ms) / 1000;
  return settings;
}

// A pack that nothing is added to stays as it is.
void keep_facts(std::vector<Lowered>& lowered, RunCache& cache) {
  std::vector<std::string> keys, packed;
  bool fresh = false;
  for (Lowered& file : lowered) {
    if (file.key.empty()) continue;
    keys.push_back(std::move(file.key));
    fresh |= !file.packed.empty();
    packed.push_back(std::move(file.packed));
  }
  if (fresh) cache.save_facts(keys, std::move(packed));
}

}  // namespace

Report analyse(const Project& project, const AnalyseOptions& options) {
  forget_given();
  use_settings(options.config == nullptr ? Settings{} : settings_of(*options.config));
  Report report;
  report.coverage = options.coverage;
  report.stats.skipped = project.skipped;
  report.diagnostics = project.diagnostics;
  Stopwatch watch(report.stats, options.timing);

  std::vector<Lowered> lowered(project.files.size());
  std::string key;
  if (options.cache != nullptr) {
    parallel_for(project.files.size(), options.jobs,
                 [&](std::size_t i) { read_file(project, project.files[i], true, lowered[i]); });
    key = answer_key(project, lowered, options);
    Report known;
    const bool found = options.tool_calls == nullptr &&
                       options.cache->find_answer(options.coverage ? "coverage" : "scan", key, project, known);
    watch.lap("read and look up");
    if (found) {
      known.stats.timings = std::move(report.stats.timings);
      if (options.config != nullptr) apply_config(known, *options.config);
      return known;
    }
    options.cache->load_facts();
  }

  // One slot a file: the only stage that sees a syntax tree.
  std::atomic<std::size_t> done{0};
  parallel_for(project.files.size(), options.jobs, [&](std::size_t i) {
    lower_file(project, project.files[i], options.cache, lowered[i]);
    if (options.progress) options.progress(++done, project.files.size());
  });
  tell_reading(project, lowered, report);
  watch.lap("read and lower");
  if (options.cache != nullptr) keep_facts(lowered, *options.cache);

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
  if (options.config != nullptr) add_config_rows(*catalog, *options.config);
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
  // The interpreter nests as deep as the code it runs; its own bound holds on this much of a stack in every build.
  constexpr std::size_t kStackBytes = std::size_t{512} << 20;
  on_deep_stack(kStackBytes, [&] {
    find_endpoints(program, *catalog, {options.coverage, options.config, options.uniques, options.tool_calls}, report,
                   refers);
  });
  if (options.coverage) find_spec_drift(project, report, refers);
  watch.lap("evaluate and walk");
  finish(report, refers);
  if (options.cache != nullptr) options.cache->save_answer(options.coverage ? "coverage" : "scan", key, report);
  if (options.config != nullptr) apply_config(report, *options.config);
  return report;
}

}  // namespace idem
