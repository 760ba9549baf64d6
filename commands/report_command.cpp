#include "commands/report_command.hpp"

#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/near_miss.hpp"
#include "cache/cache_files.hpp"
#include "cache/run_cache.hpp"
#include "commands/command.hpp"
#include "config/apply.hpp"
#include "frontends/frontend.hpp"
#include "judge/uniques.hpp"
#include "pipeline.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>

#include <unistd.h>

namespace idem {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxStdin = 64u << 20;
constexpr const char* kFilter = "Which entry points";
constexpr const char* kFiles = "Which files";
constexpr const char* kReport = "The report";

// "idem: 1200 of 5000 files" on a terminal, once the work has taken a second; wiped when done.
class Progress {
 public:
  Progress() : m_wanted(isatty(STDERR_FILENO) != 0), m_start(Clock::now()), m_next(m_start + std::chrono::seconds(1)) {}
  ~Progress() {
    if (m_shown) fmt::print(stderr, "\r\x1b[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void operator()(std::size_t done, std::size_t total) {
    if (!m_wanted || Clock::now() < m_next.load()) return;
    const std::unique_lock lock(m_mutex, std::try_to_lock);
    if (!lock) return;
    m_next = Clock::now() + std::chrono::milliseconds(200);
    m_shown = true;
    fmt::print(stderr, "\r\x1b[Kidem: {} of {} files", done, total);
    std::fflush(stderr);
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool m_wanted;
  Clock::time_point m_start;
  std::atomic<Clock::time_point> m_next;
  std::mutex m_mutex;
  bool m_shown = false;
};

Result<Selection> selection_of(const ReportOptions& options) {
  Selection selection;
  Result<std::vector<std::string>> methods = parse_methods(options.methods);
  if (!methods) return methods.error();
  selection.methods = std::move(*methods);
  selection.only_effects = options.only_effects;
  selection.routes = options.routes;
  std::vector<std::string> known;
  for (const EffectKind kind : all_effect_kinds()) known.emplace_back(word(kind));
  for (const std::string& text : options.effects) {
    const std::optional<EffectKind> kind = effect_kind_of(text);
    if (!kind)
      return Error{ErrorKind::usage,
                   fmt::format("--effect: '{}' is no kind of effect{}", text, did_you_mean(text, known))};
    selection.effects.push_back(*kind);
  }
  return selection;
}

DiscoverOptions discovery_of(const ReportOptions& options, const Config& config) {
  DiscoverOptions discovery;
  discovery.tests = options.tests || config.tests;
  discovery.vendored = options.vendored || config.vendored;
  discovery.generated = options.generated || config.generated;
  discovery.minified = options.minified || config.minified;
  discovery.ignored = options.ignored;
  if (config.max_file_bytes) discovery.max_file_bytes = *config.max_file_bytes;
  if (options.max_file_bytes != 0) discovery.max_file_bytes = options.max_file_bytes;
  discovery.include = config.include;
  discovery.exclude = config.exclude;
  discovery.exclude.insert(discovery.exclude.end(), options.exclude.begin(), options.exclude.end());
  return discovery;
}

// A project of the one file that comes on standard input under a name; its folder need not exist.
Result<Project> project_of_stdin(const std::string& root, const std::string& path) {
  const Frontend* const frontend = frontend_for(path);
  if (frontend == nullptr)
    return Error{ErrorKind::usage, fmt::format("--stdin-filename: no language is known for {}", path)};
  Result<std::string> text = read_input("-", kMaxStdin);
  if (!text) return text.error();
  Project project;
  project.root = root;
  project.files.push_back({path, frontend, text->size()});
  project.by_path[path] = 0;
  project.overlay[path] = std::move(*text);
  return project;
}

Result<Scope> scope_of(const ReportOptions& options) {
  const std::string cwd = fs::current_path().string();
  if (options.stdin_filename.empty())
    return options.root.empty() ? find_scope(options.paths, cwd) : scope_below(options.root, options.paths, cwd);
  if (!options.paths.empty()) return Error{ErrorKind::usage, "--stdin-filename takes the place of PATHS"};
  Result<Scope> scope = options.root.empty() ? find_scope({"."}, cwd) : scope_below(options.root, {}, cwd);
  if (!scope) return scope;
  const std::string path = fs::path(fs::path(cwd) / options.stdin_filename)
                               .lexically_normal()
                               .lexically_relative(scope->root)
                               .generic_string();
  scope->paths = {path.starts_with("..") ? fs::path(options.stdin_filename).filename().string() : path};
  return scope;
}

}  // namespace

void add_report_options(CLI::App& app, ReportOptions& options) {
  app.add_option(
      "PATHS", options.paths,
      "Files and folders to report on; mounts and handlers are followed anywhere in the project (default: .)");
  app.add_option("--methods", options.methods,
                 "Verbs to list, such as POST,PUT, or all for every route (default: POST and PATCH, consumers, jobs, "
                 "tools, and what else has a strong effect)")
      ->allow_extra_args(false)
      ->type_name("LIST")
      ->group(kFilter);
  app.add_flag("--only-effects", options.only_effects, "Leave out what has no side effect")->group(kFilter);
  app.add_option("--effect", options.effects,
                 "Only entry points with this kind of effect (payment, notification, external_http, db_write, queue, "
                 "storage, auth_session, process); repeatable")
      ->allow_extra_args(false)
      ->type_name("KIND")
      ->group(kFilter);
  app.add_option("--path", options.routes, "Only routes that match, such as '/admin/**'; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->group(kFilter);

  app.add_option("--root", options.root, "The project's folder, where it is not found as it should be")
      ->type_name("DIR")
      ->group(kFiles);
  app.add_option("--exclude", options.exclude, "Leave out matching files and folders; repeatable")
      ->allow_extra_args(false)
      ->type_name("GLOB")
      ->group(kFiles);
  app.add_flag("--include-tests", options.tests, "Read tests, too")->group(kFiles);
  app.add_flag("--include-vendored", options.vendored, "Read node_modules, vendor, dist and the like, too")
      ->group(kFiles);
  app.add_flag("--include-generated", options.generated, "Read generated files, too")->group(kFiles);
  app.add_flag("--include-minified", options.minified, "Read minified files, too")->group(kFiles);
  app.add_flag("--include-ignored", options.ignored, "Read what .gitignore leaves out, and hidden folders, too")
      ->group(kFiles);
  app.add_option("--max-file-size", options.max_file_bytes, "Skip larger files, such as 4MB (the default)")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("SIZE")
      ->group(kFiles);
  app.add_option("--stdin-filename", options.stdin_filename, "Read this one file from standard input instead of PATHS")
      ->type_name("NAME")
      ->group(kFiles);

  std::string formats;
  for (const Renderer& renderer : all_renderers())
    formats += fmt::format("{}{}", formats.empty() ? "" : ", ", renderer.name);
  app.add_option("--format", options.formats,
                 fmt::format("{}; with =FILE it is written there; repeatable (default: text)", formats))
      ->allow_extra_args(false)
      ->type_name("NAME[=FILE]")
      ->group(kReport);
  app.add_option("-o,--output", options.output, "Write the report to a file instead of standard output")
      ->type_name("FILE")
      ->group(kReport);
  app.add_flag("-v,--verbose", options.verbose, "Show the chain of evidence, step by step")->group(kReport);
  app.add_option("--color", options.color, "When to colour: auto, always or never; NO_COLOR is honoured")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN")
      ->group(kReport);
  app.add_flag("--timing", options.timing, "Add how long each stage took")->group(kReport);
  app.add_flag("--strict", options.strict, "Exit with 3 when something could not be read or followed to its end")
      ->group(kReport);
  app.add_flag("--no-cache", options.no_cache,
               "Read every file anew and keep nothing (kept otherwise: $XDG_CACHE_HOME/idem or ~/.cache/idem)")
      ->group(kReport);
  app.add_option("-j,--jobs", options.jobs, "Threads (default: one per processor)")->type_name("N")->group(kReport);
}

Result<ReportRun> run_report(const ReportOptions& options, bool coverage, const std::vector<UniqueSet>* uniques,
                             std::vector<ToolCall>* tool_calls) {
  ReportRun run;
  Result<std::vector<Output>> outputs = parse_outputs(options.formats, options.output);
  if (!outputs) return outputs.error();
  run.outputs = std::move(*outputs);
  Result<Selection> selection = selection_of(options);
  if (!selection) return selection.error();
  run.selection = std::move(*selection);
  Result<Scope> scope = scope_of(options);
  if (!scope) return scope.error();
  run.scope = std::move(*scope);
  Result<Config> config = load_config(run.scope.root);
  if (!config) return config.error();
  run.config = std::move(*config);
  if (run.selection.methods.empty()) run.selection.methods = run.config.methods;
  run.selection.paths = run.scope.paths;

  const auto start = std::chrono::steady_clock::now();
  if (options.stdin_filename.empty()) {
    run.project = discover(run.scope, discovery_of(options, run.config));
  } else {
    Result<Project> project = project_of_stdin(run.scope.root, run.scope.paths[0]);
    if (!project) return project.error();
    run.project = std::move(*project);
  }
  const std::chrono::duration<double> discovered = std::chrono::steady_clock::now() - start;
  std::optional<RunCache> cache;
  if (const std::string folder = cache_folder(); !options.no_cache && !folder.empty() && options.stdin_filename.empty())
    cache.emplace(folder, run.scope.root);
  Progress progress;
  run.report = analyse(run.project, {.jobs = options.jobs,
                                     .coverage = coverage,
                                     .timing = options.timing,
                                     .config = &run.config,
                                     .cache = cache ? &*cache : nullptr,
                                     .inputs = uniques == nullptr ? "" : digest_of(*uniques),
                                     .uniques = uniques,
                                     .tool_calls = tool_calls,
                                     .progress = [&](std::size_t done, std::size_t total) { progress(done, total); }});
  if (options.verbose && cache && !cache->trouble().empty())
    fmt::print(stderr, "idem: nothing is kept for the next run: {}\n", cache->trouble());
  // Rows of the user's own that cannot be read are a mistake to correct, not a report to trust.
  for (const Diagnostic& each : run.report.diagnostics)
    if (each.kind == "configuration") return Error{ErrorKind::config, each.message};
  if (options.timing)
    run.report.stats.timings.insert(run.report.stats.timings.begin(), {"discover", discovered.count()});
  if (run.project.files.empty())
    run.report.diagnostics.push_back({.kind = "no-sources",
                                      .file = "",
                                      .line = 0,
                                      .message = "no source file of a known language was found",
                                      .incomplete = true});
  return run;
}

void tell_diagnostics(const Report& report, const ReportOptions& options) {
  constexpr std::size_t kMost = 20, kMostLimits = 3;
  const auto is_limit = [](const Diagnostic& each) { return each.kind == "budget" && each.incomplete; };
  const auto limits = std::count_if(report.diagnostics.begin(), report.diagnostics.end(), is_limit);
  const bool fold = static_cast<std::size_t>(limits) > kMostLimits && !options.verbose;
  std::size_t told = 0, incomplete = 0;
  for (const Diagnostic& each : report.diagnostics) {
    if (each.incomplete) ++incomplete;
    if (!each.incomplete && !options.verbose) continue;
    if (fold && is_limit(each)) continue;
    if (told++ >= kMost && !options.verbose) continue;
    std::string place = printable(each.file);
    if (each.line != 0) place += fmt::format(":{}", each.line);
    fmt::print(stderr, "idem: {}{}{}\n", place, place.empty() ? "" : ": ", printable(each.message));
  }
  if (told > kMost && !options.verbose) fmt::print(stderr, "idem: and {} more (-v shows them all)\n", told - kMost);
  if (fold) fmt::print(stderr, "idem: in {} places code was too much to follow to its end (-v tells where)\n", limits);
  if (incomplete > 0 && !options.strict)
    fmt::print(stderr, "idem: the answer may be incomplete; --strict makes this exit code {}\n",
               static_cast<int>(kExitIncomplete));
}

int write_report(const ReportRun& run, const ReportOptions& options, int code) {
  const ColorMode mode = options.color == "always"  ? ColorMode::always
                         : options.color == "never" ? ColorMode::never
                                                    : ColorMode::automatic;
  tell_diagnostics(run.report, options);
  const RenderOptions rendering{use_color(mode), terminal_width(), options.verbose, options.timing};
  if (const Result<void> written = write_outputs(run.report, run.outputs, rendering); !written)
    return fail(written.error());
  if (!options.strict) return code;
  for (const Diagnostic& each : run.report.diagnostics)
    if (each.incomplete) return kExitIncomplete;
  return code;
}

int fail(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

}  // namespace idem
