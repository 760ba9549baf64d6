#include "commands/command.hpp"
#include "commands/report_command.hpp"

#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/near_miss.hpp"
#include "gate/baseline.hpp"
#include "gate/gate.hpp"
#include "gate/since.hpp"
#include "gate/suppress.hpp"
#include "judge/agent_tools.hpp"
#include "judge/uniques.hpp"
#include "render/issues.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace idem {

namespace {

constexpr std::size_t kMaxBaseline = 64u << 20;
constexpr const char* kGate = "The gate";
constexpr const char* kFacts = "What else is known";

struct CoverageOptions {
  ReportOptions report;
  std::string fail_on, min_coverage, min_confidence;
  std::string baseline, write_baseline, baseline_reason = "there when the baseline was written";
  bool baseline_strict = false;
  std::string since, issues;
  std::vector<std::string> schemas;
  std::string db, agent_tools;
};

// The gate's settings: the command line before the configuration before the defaults.
Result<GateOptions> gate_options(const CoverageOptions& options, const Config& config) {
  GateOptions gate;
  if (config.fail_on) gate.fail_on = config.fail_on;
  if (config.fail_never) gate.fail_on.reset();
  if (!options.fail_on.empty()) {
    gate.fail_on = severity_of(options.fail_on);
    if (!gate.fail_on && options.fail_on != "never")
      return Error{ErrorKind::usage,
                   fmt::format("--fail-on: '{}' is none of low, medium, high, critical, never{}", options.fail_on,
                               did_you_mean(options.fail_on, {"low", "medium", "high", "critical", "never"}))};
  }
  gate.min_coverage = config.min_coverage;
  if (!options.min_coverage.empty()) {
    auto floors = parse_min_coverage(options.min_coverage);
    if (!floors) return Error{ErrorKind::usage, "--min-coverage: " + floors.error().message};
    gate.min_coverage = std::move(*floors);
  }
  if (config.min_confidence) gate.min_confidence = *config.min_confidence;
  if (!options.min_confidence.empty()) {
    const auto confidence = confidence_of(options.min_confidence);
    if (!confidence)
      return Error{ErrorKind::usage,
                   fmt::format("--min-confidence: '{}' is none of low, medium, high{}", options.min_confidence,
                               did_you_mean(options.min_confidence, {"low", "medium", "high"}))};
    gate.min_confidence = *confidence;
  }
  return gate;
}

Result<Baseline> read_baseline(const std::string& path) {
  const Result<std::string> text = read_input(path, kMaxBaseline);
  if (!text) return Error{ErrorKind::config, text.error().message + " (--write-baseline makes one)"};
  Result<Baseline> baseline = parse_baseline(*text);
  return baseline ? baseline : baseline.error().with_context(path);
}

void tell(const std::string& path, const char* what, const std::vector<BaselineEntry>& entries) {
  constexpr std::size_t kMost = 10;
  for (std::size_t i = 0; i < entries.size() && i < kMost; ++i)
    fmt::print(stderr, "idem: {}: {} {}: {} in {}\n", path, entries[i].rule, entries[i].endpoint, what,
               entries[i].file);
  if (entries.size() > kMost)
    fmt::print(stderr, "idem: {}: and {} more entries: {}\n", path, entries.size() - kMost, what);
}

struct Baselines {
  std::string path;  // read from, or ""
  Baseline known;
  std::size_t stale = 0;
};

Result<Baselines> use_baseline(const CoverageOptions& options, ReportRun& run) {
  Baselines used;
  used.path = options.baseline;
  // The configuration's is relative to the root, the command line's to where idem was started.
  if (used.path.empty() && !run.config.baseline.empty())
    used.path = (std::filesystem::path(run.scope.root) / run.config.baseline).string();
  std::error_code error;
  if (used.path.empty() && std::filesystem::exists(options.write_baseline, error)) {
    Result<Baseline> old = read_baseline(options.write_baseline);
    if (!old) return old.error();
    used.known = std::move(*old);
    return used;
  }
  if (used.path.empty()) return used;
  if (!options.write_baseline.empty() && !std::filesystem::exists(used.path, error)) return used;
  Result<Baseline> baseline = read_baseline(used.path);
  if (!baseline) return baseline.error();
  used.known = std::move(*baseline);
  std::vector<std::string> files;
  for (const SourceFile& file : run.project.files) files.push_back(file.path);
  const BaselineOutcome outcome = apply_baseline(run.report, used.known, today(), files);
  const std::string shown = options.baseline.empty() ? run.config.baseline : options.baseline;
  tell(shown, "is gone; remove the entry", outcome.stale);
  tell(shown, "has passed its date and counts again", outcome.ended);
  used.stale = outcome.stale.size();
  return used;
}

// The unique constraints of --schema and --db.
Result<std::vector<UniqueSet>> named_schemas(const CoverageOptions& options) {
  std::vector<UniqueSet> all;
  const auto add = [&](Result<std::vector<UniqueSet>> sets) -> Result<void> {
    if (!sets) return sets.error();
    all.insert(all.end(), sets->begin(), sets->end());
    return {};
  };
  for (const std::string& path : options.schemas)
    if (const Result<void> added = add(read_unique_sets(path)); !added) return added.error();
  if (!options.db.empty())
    if (const Result<void> added = add(inspect_unique_sets(options.db)); !added) return added.error();
  return all;
}

int run(const CoverageOptions& options) {
  const Result<std::vector<UniqueSet>> uniques = named_schemas(options);
  if (!uniques) return fail(uniques.error());
  std::vector<ToolCall> calls;
  Result<ReportRun> made = run_report(options.report, true, &*uniques, options.agent_tools.empty() ? nullptr : &calls);
  if (!made) return fail(made.error());
  ReportRun& run = *made;
  const Result<GateOptions> gate = gate_options(options, run.config);
  if (!gate) return fail(gate.error());

  apply_comments(run.report, today());
  for (const std::string& note : apply_config_ignores(run.report, run.config, today()))
    fmt::print(stderr, "idem: {}\n", note);
  const Result<Baselines> baselines = use_baseline(options, run);
  if (!baselines) return fail(baselines.error());
  if (!options.write_baseline.empty()) {
    const Baseline written = make_baseline(run.report, baselines->known, options.baseline_reason);
    if (const Result<void> done = write_file(options.write_baseline, baseline_json(written)); !done)
      return fail(done.error());
    fmt::print(stderr, "idem: {} holds {} findings\n", options.write_baseline, written.entries.size());
    apply_baseline(run.report, written, today(), {});
  }
  select(run.report, run.selection);
  if (!options.since.empty()) {
    const Result<Changes> changes = changes_since(run.scope.root, options.since);
    if (!changes) return fail(changes.error());
    keep_changed(run.report, *changes);
  }
  if (!options.agent_tools.empty()) {
    const std::vector<AgentReach> reach = agent_reach(run.report, run.project, calls, run.config.agent_paths);
    const bool json = options.agent_tools.ends_with(".json");
    if (const Result<void> done =
            write_file(options.agent_tools, json ? agent_reach_json(reach) : agent_reach_markdown(reach));
        !done)
      return fail(done.error());
  }
  if (!options.issues.empty())
    if (const Result<void> done = write_issues(run.report, options.issues); !done) return fail(done.error());

  std::vector<std::string> reasons = gate_reasons(run.report, *gate);
  if (options.baseline_strict && baselines->stale > 0)
    reasons.push_back(fmt::format("{} stale entries of the baseline (--baseline-strict)", baselines->stale));
  const int code = write_report(run, options.report, reasons.empty() ? kExitClean : kExitFindings);
  for (const std::string& reason : reasons) fmt::print(stderr, "idem: failed: {}\n", reason);
  return code;
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<CoverageOptions>();
  add_report_options(app, options->report);
  app.add_option(
         "--fail-on", options->fail_on,
         "Exit with 1 when there is a finding of this severity or above: low, medium, high (default), critical, never")
      ->type_name("LEVEL")
      ->group(kGate);
  app.add_option("--min-coverage", options->min_coverage,
                 "Exit with 1 when less is covered, such as 80 or strong=100,standard=80")
      ->type_name("PERCENT")
      ->group(kGate);
  app.add_option("--min-confidence", options->min_confidence,
                 "What is less certain never fails the gate: low, medium (default), high")
      ->type_name("LEVEL")
      ->group(kGate);
  app.add_option("--baseline", options->baseline, "Accept the findings that this file holds; new ones fail")
      ->type_name("FILE")
      ->group(kGate);
  app.add_option("--write-baseline", options->write_baseline,
                 "Write the findings of this run as a baseline; reasons and dates of its entries are kept")
      ->type_name("FILE")
      ->group(kGate);
  app.add_option("--baseline-reason", options->baseline_reason, "The reason for new entries of the baseline")
      ->type_name("TEXT")
      ->group(kGate);
  app.add_flag("--baseline-strict", options->baseline_strict,
               "Exit with 1 when an entry of the baseline matches nothing any more")
      ->group(kGate);
  app.add_option("--since", options->since,
                 "Only entry points that changed since the merge base with this revision, wherever the change is")
      ->type_name("REVISION")
      ->group(kGate);
  app.add_option("--schema", options->schemas,
                 "Take unique constraints from here, too: SQL or a folder of migrations, schema.rb, .prisma, models in "
                 "Python, TypeScript or Go; repeatable (schemas inside the project are read anyway)")
      ->allow_extra_args(false)
      ->type_name("FILE|DIR")
      ->group(kFacts);
  app.add_option("--db", options->db, "Take unique constraints from this PostgreSQL data base, too; read-only")
      ->type_name("URL")
      ->group(kFacts);
  app.add_option("--agent-tools", options->agent_tools,
                 "Write which entry points agents reach, by which tool, and where their key comes from: JSON when the "
                 "name ends so, else Markdown")
      ->type_name("FILE")
      ->group(kGate);
  app.add_option("--issues", options->issues, "Write an issue in Markdown for each entry point that is not covered")
      ->type_name("DIR")
      ->group(kGate);
  return [options] { return run(*options); };
}

}  // namespace

extern const Command coverage_command{
    "coverage", "Judge how each entry point is protected against a repeat, and be the gate",
    "  idem coverage\n"
    "  idem coverage --fail-on critical --format text --format sarif=idem.sarif\n"
    "  idem coverage --min-coverage strong=100,standard=80\n"
    "  idem coverage --write-baseline idem-baseline.json --baseline-reason 'before the ledger'\n"
    "  idem coverage --baseline idem-baseline.json --since origin/main\n"
    "  idem coverage --schema db/migrations --db postgres://localhost/shop\n"
    "  idem coverage --format html=coverage.html --issues issues/",
    setup};

}  // namespace idem
