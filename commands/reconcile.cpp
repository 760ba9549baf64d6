#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/interrupt.hpp"
#include "commands/command.hpp"
#include "reconcile/findings_file.hpp"
#include "reconcile/map_file.hpp"
#include "reconcile/recheck.hpp"
#include "reconcile/render.hpp"
#include "reconcile/repair_sql.hpp"
#include "reconcile/write_map.hpp"

#include <fmt/core.h>

#include <chrono>
#include <memory>

#include <csignal>

#include <unistd.h>

namespace idem {

using namespace books;

namespace {

constexpr std::string_view kFormats[] = {"text", "json", "markdown", "html", "prometheus", "ndjson", "csv"};

constexpr std::size_t kMostRepairs = 100'000;

struct Options {
  std::array<std::vector<std::string>, kSides> sources;
  std::array<std::string, kSides> tables;
  std::array<std::string, kSides> queries;
  std::array<std::string, kSides> conditions;
  std::vector<std::string> columns;
  std::string map_file;
  std::vector<std::pair<const char*, std::string>> settings;  // options that take one value, by name
  std::vector<std::string> local;
  bool absence_final = false;
  bool all_local = false;
  std::vector<std::string> formats;
  std::string output;
  std::vector<std::string> fail_on;
  std::uint64_t most = 0;
  std::size_t samples = 3;
  bool show_keys = false;
  std::string color = "auto";
  bool no_progress = false;
  bool never_push_down = false;
  std::string repair_file;
  std::string repair_table;
  std::string emit_sql;
  bool recheck = false;
  std::int64_t shards = 0;
  std::int64_t shard = -1;
  std::string part;
  std::vector<std::string> join;
  bool as_of_given() const {
    for (const auto& [name, value] : settings)
      if (std::string_view(name) == "as-of") return !value.empty();
    return false;
  }
  CLI::App* init = nullptr;  // idem reconcile init
};

int fail(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

// ---- what the user asked for ---------------------------------------------------------------------------------------

Result<Request> request_of(const Options& options) {
  Request request;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  request.settings.as_of = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  for (std::size_t at = 0; at < kSides; ++at)
    for (const std::string& location : options.sources[at])
      request.sources[at].push_back(
          {location, options.tables[at], options.queries[at], options.conditions[at], {}, {}});
  if (!options.map_file.empty())
    if (const auto read = read_map_file(options.map_file, request); !read) return read.error();
  std::array<ColumnChoices, kSides> columns;
  for (const std::string& choice : options.columns)
    if (const auto applied = apply_column(choice, columns); !applied) return applied.error();
  for (std::size_t at = 0; at < kSides; ++at)
    for (SourceSpec& source : request.sources[at])
      source.columns.insert(source.columns.end(), columns[at].begin(), columns[at].end());
  for (const auto& [name, value] : options.settings)
    if (!value.empty())
      if (const auto applied = apply_setting(name, value, request); !applied) return applied.error();
  for (const std::string& operation : options.local) request.settings.local_operations.push_back(operation);
  if (options.absence_final) request.settings.absence_final = true;
  if (options.all_local) request.settings.all_local = true;
  request.samples = options.samples;
  request.never_push_down = options.never_push_down;
  for (const Side side : {Side::keys, Side::records})
    if (request.sources[static_cast<std::size_t>(side)].empty())
      return Error{ErrorKind::usage,
                   fmt::format("--{} is missing: a CSV or NDJSON file, sqlite:FILE, postgresql://... or redis://...",
                               name_of(side))};
  int standard_input = 0;
  for (const auto& sources : request.sources)
    for (const SourceSpec& source : sources) standard_input += source.location == "-" ? 1 : 0;
  if (standard_input > 1) return Error{ErrorKind::usage, "standard input (-) can be one source only"};
  return request;
}

struct FailOn {
  std::vector<bool> classes;  // by index
};

Result<FailOn> fail_on_of(const Options& options) {
  FailOn fail_on;
  const auto classes = discrepancy_classes();
  fail_on.classes.assign(classes.size(), false);
  std::vector<std::string> words = options.fail_on;
  if (words.empty()) words.emplace_back("low");
  for (const std::string& word : words) {
    if (word == "none") continue;
    const std::optional<Weight> weight = weight_named(word);
    const std::optional<std::size_t> one = class_named(word);
    if (!weight && !one)
      return Error{ErrorKind::usage,
                   fmt::format("--fail-on {}: low, high, critical, none or a class such as duplicate-effect", word)};
    for (std::size_t i = 0; i < classes.size(); ++i)
      if ((weight && classes[i].weight >= *weight) || (one && *one == i)) fail_on.classes[i] = true;
  }
  return fail_on;
}

struct Output {
  std::string format;
  std::string path;  // "" for standard output
};

Result<std::vector<Output>> outputs_of(const Options& options) {
  std::vector<Output> outputs;
  std::size_t to_stdout = 0;
  for (const std::string& text : options.formats) {
    const std::size_t equal = text.find('=');
    Output output{text.substr(0, equal), equal == std::string::npos ? "" : text.substr(equal + 1)};
    if (std::find(std::begin(kFormats), std::end(kFormats), output.format) == std::end(kFormats)) {
      std::string known;
      for (const std::string_view format : kFormats) known += (known.empty() ? "" : ", ") + std::string(format);
      return Error{ErrorKind::usage, fmt::format("--format {}: known are {}", output.format, known)};
    }
    to_stdout += output.path.empty() ? 1 : 0;
    outputs.push_back(std::move(output));
  }
  if (outputs.empty()) outputs.push_back({"text", ""});
  if (to_stdout > 1)
    return Error{ErrorKind::usage,
                 "two formats on standard output: give one a file, such as --format json=report.json"};
  return outputs;
}

bool is_list(const std::string& format) { return format == "csv" || format == "ndjson"; }

std::string render(const std::string& format, const Report& report, const RenderOptions& options) {
  if (format == "json") return render_reconcile_json(report, options);
  if (format == "markdown") return render_reconcile_markdown(report, options);
  if (format == "html") return render_reconcile_html(report, options);
  if (format == "prometheus") return render_reconcile_prometheus(report, options);
  return render_reconcile_text(report, options);
}

// ---- the run -------------------------------------------------------------------------------------------------------

// "records: 1,200,000 rows, 640,000 a second, 12 s left", redrawn in place on a terminal.
std::function<void(std::string_view, std::int64_t, double)> progress_line() {
  struct State {
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    std::string what;
  };
  return [state = std::make_shared<State>()](std::string_view what, std::int64_t rows, double done) {
    const auto now = std::chrono::steady_clock::now();
    if (state->what != what) {
      state->what = what;
      state->begun = now;
    }
    const double seconds = std::chrono::duration<double>(now - state->begun).count();
    const auto rate = static_cast<std::int64_t>(seconds > 0.05 ? static_cast<double>(rows) / seconds : 0);
    fmt::print(stderr, "\r\x1b[K{}: {} rows{}{}", what, with_thousands(rows),
               rate > 0 ? fmt::format(", {} a second", with_thousands(rate)) : "",
               done > 0.01 && seconds > 1 ? fmt::format(", {:.0f} s left", seconds * (1 - done) / done) : "");
    std::fflush(stderr);
  };
}

int emit_sql(const Options& options, Request& request) {
  request.emit = dialect_named(options.emit_sql);
  if (!request.emit)
    return fail({ErrorKind::usage,
                 fmt::format("--emit-sql {}: postgres, sqlite, duckdb, bigquery or snowflake", options.emit_sql)});
  const Result<Report> report = reconcile(request, [](const Finding&) -> Result<void> { return {}; });
  if (!report) return fail(report.error());
  const auto written = write_output(options.output, report->sql + ";\n");
  return written ? kExitClean : fail(written.error());
}

// --shards N --shard I --part FILE: one worker's part.
Result<void> set_shard(const Options& options, Request& request) {
  const bool any = options.shards > 0 || options.shard >= 0 || !options.part.empty();
  request.parts = options.join;
  if (!any) return {};
  const auto wrong = [](const char* what) { return Error{ErrorKind::usage, what}; };
  if (!options.join.empty())
    return wrong("--join judges the parts of all shards; --shards, --shard and --part make one");
  if (options.shards < 1 || options.shards > 4096 || options.shard < 0 || options.shard >= options.shards ||
      options.part.empty())
    return wrong("a shard needs --shards N (at most 4096), --shard I (from 0 to N-1) and --part FILE");
  if (!options.as_of_given()) return wrong("--shard needs --as-of, so that all parts judge by one clock");
  if (!options.formats.empty() || !options.output.empty() || !options.repair_file.empty() || options.recheck)
    return wrong("--format, --output, --repair-sql and --recheck belong to the run that joins the parts (--join)");
  request.settings.shards = static_cast<std::uint64_t>(options.shards);
  request.settings.shard = static_cast<std::uint64_t>(options.shard);
  request.part_file = options.part;
  return {};
}

int make_part(const Options& options, const Request& request) {
  const Result<Report> report = reconcile(request, [](const Finding&) -> Result<void> { return {}; });
  if (!report) return fail(report.error());
  const auto written =
      write_stdout(fmt::format("shard {} of {}: {} keys and {} records; {} groups to be judged stand in {}\n",
                               options.shard, options.shards, with_thousands(report->rows[0]),
                               with_thousands(report->rows[1]), with_thousands(report->suspects), options.part));
  return written ? kExitClean : fail(written.error());
}

Result<void> write_repairs(const Options& options, const Report& report, const std::vector<Finding>& findings,
                           std::int64_t zone_offset_seconds) {
  RepairTarget target;
  target.sqlite = report.keys_in_sqlite;
  target.table = options.repair_table.empty() ? report.keys_relation : options.repair_table;
  if (report.sources[0].size() != 1) return Error{ErrorKind::usage, "--repair-sql needs one source of keys"};
  if (target.table.empty())
    return Error{ErrorKind::usage, "--repair-sql: which table do the keys come from? --repair-table NAME"};
  target.keys = report.plan.mappings[0].front();
  target.words = report.key_words;
  target.retention = report.plan.retention();
  target.zone_offset_seconds = zone_offset_seconds;
  if (findings.size() == kMostRepairs)
    fmt::print(stderr, "idem: {} holds the first {} findings only\n", options.repair_file, kMostRepairs);
  return write_file(options.repair_file, repair_sql(target, findings, report.plan.settings.as_of));
}

int run(const Options& options) {
  Result<Request> request = request_of(options);
  if (!request) return fail(request.error());
  const Result<FailOn> fail_on = fail_on_of(options);
  if (!fail_on) return fail(fail_on.error());
  if (options.init->parsed()) {
    const Result<std::string> map = mapping_file_for(*request);
    if (!map) return fail(map.error());
    const auto written = write_output(options.output, *map);
    return written ? kExitClean : fail(written.error());
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file over the limit is told like a full disk
  watch_interrupts();
  if (!options.emit_sql.empty()) return emit_sql(options, *request);
  if (const auto set = set_shard(options, *request); !set) return fail(set.error());
  const Result<std::vector<Output>> outputs = outputs_of(options);
  if (!outputs) return fail(outputs.error());
  const ColorMode mode = options.color == "always"  ? ColorMode::always
                         : options.color == "never" ? ColorMode::never
                                                    : ColorMode::automatic;
  RenderOptions plain{options.show_keys, false, terminal_width()};

  std::vector<FindingsFile> lists;
  const auto add_list = [&](const std::string& path, bool csv) -> Result<void> {
    Result<FindingsFile> list = FindingsFile::open(path, csv, plain);
    if (!list) return list.error();
    lists.push_back(std::move(*list));
    return {};
  };
  const bool csv_output =
      options.output.size() > 4 && options.output.compare(options.output.size() - 4, 4, ".csv") == 0;
  if (!options.output.empty())
    if (const auto added = add_list(options.output, csv_output); !added) return fail(added.error());
  for (const Output& output : *outputs)
    if (is_list(output.format))
      if (const auto added = add_list(output.path, output.format == "csv"); !added) return fail(added.error());

  const bool terminal = isatty(STDERR_FILENO) != 0 && !options.no_progress;
  if (terminal) request->progress = progress_line();
  if (!options.part.empty()) return make_part(options, *request);
  if (options.recheck)
    if (const auto waited = look_twice(*request,
                                       [](std::size_t found, double seconds) {
                                         fmt::print(stderr, "idem: {} discrepanc{}; looking again in {:g} s\n",
                                                    with_thousands(static_cast<std::int64_t>(found)),
                                                    found == 1 ? "y" : "ies", seconds);
                                       });
        !waited)
      return fail(waited.error());
  std::vector<Finding> to_repair;
  const Result<Report> report = reconcile(*request, [&](const Finding& finding) -> Result<void> {
    if (!options.repair_file.empty() && to_repair.size() < kMostRepairs) to_repair.push_back(finding);
    for (FindingsFile& list : lists)
      if (const auto added = list.add(finding); !added) return added.error();
    return {};
  });
  if (terminal) fmt::print(stderr, "\r\x1b[K");
  if (!report) return fail(report.error());
  for (FindingsFile& list : lists)
    if (const auto finished = list.finish(); !finished) return fail(finished.error());
  for (const Output& output : *outputs) {
    if (is_list(output.format)) continue;
    RenderOptions how = plain;
    how.color = output.path.empty() && use_color(mode);
    if (const auto written = write_output(output.path, render(output.format, *report, how)); !written)
      return fail({ErrorKind::incomplete, written.error().message});
  }
  if (!options.repair_file.empty())
    if (const auto written = write_repairs(options, *report, to_repair, request->zone_offset_seconds); !written)
      return fail(written.error());
  if (!report->adds_up()) {
    fmt::print(stderr, "idem: internal error: the rows judged are not the rows read\n");
    return kExitUsage;
  }
  std::uint64_t counted = 0;
  for (std::size_t i = 0; i < report->classes.size(); ++i)
    if (fail_on->classes[i]) counted += static_cast<std::uint64_t>(report->classes[i].count.groups);
  return counted > options.most ? kExitFindings : kExitClean;
}

// ---- the options ---------------------------------------------------------------------------------------------------

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  static constexpr const char* kAbout[kSides] = {
      "The stored keys; repeat for a primary and a fallback store", "The business records",
      "What the provider says it did (a third witness)", "Events, outbox or inbox rows",
      "Executions of agent tools, one row an attempt"};
  for (const Side side : kAllSides) {
    const auto at = static_cast<std::size_t>(side);
    const std::string name(name_of(side));
    app.add_option(
           "--" + name, options->sources[at],
           std::string(kAbout[at]) + ": CSV or NDJSON (plain or gzip), -, sqlite:FILE, postgresql://..., redis://...")
        ->type_name("SOURCE")
        ->allow_extra_args(false);
    app.add_option("--" + name + "-table", options->tables[at], "Table of a database")
        ->type_name("NAME")
        ->group("Databases");
    app.add_option("--" + name + "-query", options->queries[at], "Query instead of a table")
        ->type_name("SQL")
        ->group("Databases");
    app.add_option("--" + name + "-where", options->conditions[at], "Condition on the table's rows")
        ->type_name("SQL")
        ->group("Databases");
  }
  app.add_option("--map", options->map_file,
                 "Mapping file: sources, columns, words for states, settings (idem reconcile init writes one)")
      ->type_name("FILE");
  app.add_option("--column", options->columns,
                 "Column of a role, such as records.amount_minor=cents; an empty column means there is none")
      ->type_name("SIDE.ROLE=COLUMN")
      ->allow_extra_args(false);
  static constexpr std::pair<const char*, const char*> kTimes[] = {
      {"timezone", "Zone of times without one, such as +02:00 (default UTC)"},
      {"as-of", "Judge as of this time (default: now); makes runs reproducible"},
      {"settle", "Leave out what is younger (default: the lease, at least 5m)"},
      {"lease", "How long a claim holds, where the keys do not say"},
      {"since", "Only keys (else records) made from this time on"},
      {"until", "Only keys (else records) made before this time"},
      {"clock-skew", "How far clocks may differ (default 60s)"},
      {"repeat-window", "The same business key within this span is a ghost (default 24h)"},
      {"retention", "How long keys are kept (default: the longest life found in the keys)"},
      {"provider-window", "How long the provider honours a key, such as 24h"},
      {"outage", "FROM..TO while the store of keys was down"},
      {"currency", "Currency of amounts without one"},
      {"link", "What records and keys meet by: key, resource or business (default: the first that both have)"},
      {"statement-timeout", "Longest time of one statement on a server (default 30m; 0 for none)"},
      {"max-bad", "Read past up to N malformed rows (default 0)"}};
  options->settings.reserve(std::size(kTimes));
  for (const auto& [name, about] : kTimes) {
    options->settings.emplace_back(name, "");
    app.add_option("--" + std::string(name), options->settings.back().second, about)->group("Judging");
  }
  app.add_option("--local", options->local,
                 "An operation that calls nothing outside: without a record, nothing happened")
      ->type_name("OPERATION")
      ->group("Judging")
      ->allow_extra_args(false);
  app.add_flag("--all-local", options->all_local, "No operation calls anything outside")->group("Judging");
  app.add_flag("--absence-final", options->absence_final, "The provider's \"not found\" means it was not executed")
      ->group("Judging");
  app.add_flag("--no-push-down", options->never_push_down,
               "Stream both sides and compare here, even where one database holds both")
      ->group("Databases");
  app.add_option("--format", options->formats,
                 "text, json, markdown, html, prometheus, or the full list as ndjson or csv; each with =FILE if wanted")
      ->type_name("FORMAT[=FILE]")
      ->group("Output")
      ->allow_extra_args(false);
  app.add_option("--output", options->output, "The full list of discrepancies, as CSV if the name ends so, else NDJSON")
      ->type_name("FILE")
      ->group("Output");
  app.add_option("--samples", options->samples, "Discrepancies shown of each class (default 3)")->group("Output");
  app.add_flag("--show-keys", options->show_keys, "Show whole keys instead of prefix and digest")->group("Output");
  app.add_option("--color", options->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->group("Output");
  app.add_flag("--no-progress", options->no_progress, "No progress on a terminal")->group("Output");
  app.add_option("--fail-on", options->fail_on,
                 "Exit 1 on these: low (default), high, critical, none, or a class; repeatable")
      ->type_name("WHAT")
      ->delimiter(',')
      ->group("Output");
  app.add_option("--max", options->most, "Exit 1 only above this many discrepancies")->type_name("N")->group("Output");
  app.add_option("--repair-sql", options->repair_file,
                 "Write guarded statements for the classes with a safe repair, and a list of work for the rest")
      ->type_name("FILE")
      ->group("Repair");
  app.add_option("--repair-table", options->repair_table,
                 "The keys' table as SQL writes it, where the source does not tell")
      ->type_name("NAME")
      ->group("Repair");
  app.add_option("--emit-sql", options->emit_sql,
                 "Print the comparison as one statement and stop: postgres, sqlite, duckdb, bigquery or snowflake. "
                 "Columns are those of the sources (a CSV sample will do), tables are named by --keys-table and "
                 "--records-table")
      ->type_name("DIALECT")
      ->group("Databases");
  app.add_flag("--recheck", options->recheck, "Look again after the settle time; only what is still there counts")
      ->group("Judging");
  app.add_option("--shards", options->shards, "Split the keys into N parts by hash, for several workers")
      ->type_name("N")
      ->group("Shards");
  app.add_option("--shard", options->shard, "Which part this worker takes, from 0")->type_name("I")->group("Shards");
  app.add_option("--part", options->part, "Where it leaves what it found")->type_name("FILE")->group("Shards");
  app.add_option("--join", options->join, "Judge the parts of all shards; repeat, with the options of the workers")
      ->type_name("FILE")
      ->group("Shards");
  options->init = app.add_subcommand("init", "Print a commented mapping file for the sources given");
  options->init->fallthrough();
  return [options] { return run(*options); };
}

}  // namespace

extern const Command reconcile_command{
    "reconcile", "Compare stored keys with business records",
    "  idem reconcile --keys keys.csv --records orders.csv\n"
    "  idem reconcile --keys keys.csv --records orders.ndjson.gz --provider charges.csv --as-of 2026-07-18T12:00:00Z\n"
    "  idem reconcile --map reconcile.toml --output findings.csv --fail-on critical\n",
    setup};

}  // namespace idem
