#include "base/exit_code.hpp"
#include "base/outputs.hpp"
#include "base/terminal.hpp"
#include "commands/arguments.hpp"
#include "commands/command.hpp"
#include "ttl/options.hpp"
#include "ttl/render.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>

namespace idem {

namespace {

struct Options {
  TtlOptions ttl;
  std::vector<std::string> layers, presets;  // put into ttl.layers in the order of the command line
  std::vector<std::string> formats;
  std::string output, search, color = "auto";
  bool strict = false;
};

int fail(const Error& error) {
  fmt::print(stderr, "idem: {}\n", printable(error.message));
  return exit_code_of(error);
}

// CLI11 keeps values by option; the order between --layer and --preset comes from the order of parsing.
void order_layers(const CLI::App& app, Options& options) {
  options.ttl.layers.clear();
  std::size_t layer = 0, preset = 0;
  for (const CLI::Option* option : app.parse_order()) {
    if (option->get_name() == "--layer" && layer < options.layers.size())
      options.ttl.layers.emplace_back(false, options.layers[layer++]);
    if (option->get_name() == "--preset" && preset < options.presets.size())
      options.ttl.layers.emplace_back(true, options.presets[preset++]);
  }
}

ColorMode color_mode(const Options& options) {
  return options.color == "always"  ? ColorMode::always
         : options.color == "never" ? ColorMode::never
                                    : ColorMode::automatic;
}

std::string render(const TtlReport& report, const OutputPlace& output, ColorMode color) {
  if (output.format == "json") return render_ttl_json(report);
  if (output.format == "markdown") return render_ttl_markdown(report);
  if (output.format == "csv") return render_ttl_csv(report);
  if (output.format == "svg") return render_ttl_svg(report);
  if (output.format == "html") return render_ttl_html(report);
  const bool to_stdout = output.path.empty();
  return render_ttl_text(report, to_stdout ? use_color(color) : color == ColorMode::always,
                         to_stdout ? std::min(terminal_width(100), 120) : 100);
}

int exit_code(const TtlReport& report, bool checked, bool strict) {
  for (const TtlFinding& finding : report.findings) {
    if (finding.level == TtlFinding::failure && (checked || strict)) return kExitFindings;
    if (finding.level == TtlFinding::warning && strict) return kExitFindings;
  }
  return kExitClean;
}

void tell_unread(const CodeScan& scan) {
  for (const std::string& path : scan.unread) fmt::print(stderr, "idem: could not read {}\n", printable(path));
}

// --check without a value judges --ttl, or what --from-code finds.
constexpr const char* kCheckPlanned = "ttl";

int run(const CLI::App& app, Options& options) {
  const Result<void> told = refuse_empty_values(app);
  if (!told) return fail(told.error());
  order_layers(app, options);
  const Result<std::vector<OutputPlace>> outputs =
      parse_outputs(options.formats, options.output, {"text", "json", "markdown", "csv", "svg", "html"});
  if (!outputs) return fail(outputs.error());
  const bool checked = app.count("--check") > 0;
  if (options.ttl.check == kCheckPlanned) options.ttl.check = options.ttl.planned;
  Result<TtlQuestion> question = read_question(options.ttl);
  if (!question) return fail(question.error());
  if (question->code) tell_unread(*question->code);
  const bool incomplete = question->code && !question->code->unread.empty();
  const Result<TtlReport> report = answer(*std::move(question));
  if (!report) return fail(report.error());
  const Result<void> written =
      write_outputs(*outputs, [&](const OutputPlace& output) { return render(*report, output, color_mode(options)); });
  if (!written) return fail(written.error());
  if (incomplete && options.strict) return kExitIncomplete;
  return exit_code(*report, checked, options.strict);
}

int run_presets(const CLI::App& app, Options& options) {
  const Result<void> told = refuse_empty_values(app);
  if (!told) return fail(told.error());
  const Result<std::vector<OutputPlace>> outputs =
      parse_outputs(options.formats, options.output, {"text", "json", "markdown", "csv"});
  if (!outputs) return fail(outputs.error());
  const Result<std::vector<Preset>> all = load_presets(options.ttl.preset_files);
  if (!all) return fail(all.error());
  const std::vector<Preset> found = search_presets(*all, options.search);
  if (found.empty())
    fmt::print(stderr, "idem: no preset has '{}' in its id, name, kind or note\n", printable(options.search));
  const Result<void> written = write_outputs(*outputs, [&](const OutputPlace& output) {
    if (output.format == "json") return render_presets_json(found);
    if (output.format == "markdown") return render_presets_markdown(*all, found);
    if (output.format == "csv") return render_presets_csv(found);
    return render_presets_text(*all, found, output.path.empty() && use_color(color_mode(options)),
                               std::min(terminal_width(100), 120));
  });
  return written ? kExitClean : fail(written.error());
}

void add_output(CLI::App& app, Options& options) {
  app.add_option("--format", options.formats,
                 "text, json, markdown, csv, svg or html; FORMAT=FILE writes a file; repeatable")
      ->group("Output")
      ->allow_extra_args(false);
  app.add_option("-o,--output", options.output, "File for the report")->group("Output");
  app.add_option("--color", options.color, "auto, always or never; NO_COLOR is obeyed")
      ->group("Output")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

void add_retries(CLI::App& app, Options& options) {
  const std::map<std::string, std::string> help{
      {"timeout", "Timeout of one try, or none"},
      {"retries", "Tries after the first one, or unbounded: 5 retries are 6 tries"},
      {"tries", "Tries in all, the first one included"},
      {"backoff", "none, fixed, linear, exponential (default) or polynomial"},
      {"initial", "Wait before the first retry (default 1s)"},
      {"multiplier", "Growth of exponential back-off (default 2)"},
      {"power", "Degree of polynomial back-off (default 2)"},
      {"offset", "Added to every wait of polynomial back-off"},
      {"cap", "Longest single wait, before jitter is added"},
      {"immediate", "So many retries come at once before back-off begins"},
      {"delays", "The waits themselves, such as 5s;5m;30m or 20s*3"},
      {"jitter", "none, full, equal, decorrelated or additive: counted at its upper end"},
      {"jitter-amount", "Most that additive jitter adds"},
      {"jitter-step", "Most that it adds on top for every further retry"},
      {"jitter-percent", "Most that it adds in percent of the wait"}};
  for (auto& [key, value] : options.ttl.fields)
    app.add_option("--" + key, value, help.at(key))->group("Who tries again");
  app.add_option("--retry-after-max", options.ttl.retry_after_max, "Longest Retry-After that your server sends")
      ->group("Who tries again");
  app.add_option("--deadline", options.ttl.deadline, "Ends all tries of the outermost layer together")
      ->group("Who tries again");
  app.add_option("--layer", options.layers,
                 "A layer of retries as 'name:timeout=60,retries=2,...'; repeatable, outermost first")
      ->group("Who tries again")
      ->allow_extra_args(false);
  app.add_option("--preset", options.presets,
                 "A known layer: ID or ID:field=value,...; repeatable, in order with --layer")
      ->group("Who tries again")
      ->allow_extra_args(false);
  app.add_option("--preset-file", options.ttl.preset_files, "TOML file with presets of your own; repeatable")
      ->group("Who tries again")
      ->allow_extra_args(false);
}

void add_terms(CLI::App& app, TtlOptions& options) {
  const char* group = "What else decides";
  app.add_option("--offline", options.offline, "Longest that a client keeps a request before it sends it again")
      ->group(group);
  app.add_option("--redelivery", options.redelivery, "Longest that a queue may deliver a message again")->group(group);
  app.add_option("--replay", options.replay, "Longest after which operators reprocess by hand")->group(group);
  app.add_option("--work", options.work, "Longest run on the server, or its hard kill; the lease follows from it")
      ->group(group);
  app.add_option("--clock-skew", options.clock_skew, "Most that clocks differ")->group(group);
  app.add_option("--margin", options.margin, "Factor on the need (1.5) or percentage on top (50%)")->group(group);
  app.add_option("--floor", options.floor, "Shortest TTL to recommend (default 24h)")->group(group);
  app.add_option("--ceiling", options.ceiling, "Longest TTL to keep full responses (default 7d); never lowers the need")
      ->group(group);
  app.add_option("--from", options.from, "completion (default) or claim: where the record's life begins")->group(group);
}

void add_windows(CLI::App& app, TtlOptions& options) {
  const char* group = "Windows side by side";
  app.add_option("--provider", options.providers,
                 "A provider that keeps keys: stripe, paypal, ... or NAME=DURATION; repeatable")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("--queue", options.queues, "A queue that drops duplicates: sqs-fifo, ... or NAME=DURATION; repeatable")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("--consumer", options.consumers,
                 "How long a consumer keeps its processed records: [NAME=]DURATION; repeatable")
      ->group(group)
      ->allow_extra_args(false);
  app.add_option("--business-unique", options.business_unique,
                 "How long a business UNIQUE holds: [NAME=]forever or DURATION; repeatable")
      ->group(group)
      ->allow_extra_args(false);
}

void add_storage(CLI::App& app, TtlOptions& options) {
  const char* group = "Storage";
  app.add_option("--rate", options.rate, "Requests with a key, such as 10M/day or 100/s")->group(group);
  app.add_option("--record", options.record, "All that is stored for a key, such as 2kB (1000 bytes each) or 2KiB")
      ->group(group);
  app.add_option("--response", options.response, "How much of it is the response body")->group(group);
  app.add_option("--peak", options.peak, "Peak over average, such as 20x")->group(group);
  app.add_option("--duplicates", options.duplicates, "Share of requests that are repeats, such as 5%")->group(group);
  app.add_option("--replicas", options.replicas, "Copies in all")->group(group);
  app.add_option("--index-factor", options.index_factor, "What indexes and free space make of the bytes, such as 4x")
      ->group(group);
}

Runner setup(CLI::App& app) {
  auto options = std::make_shared<Options>();
  add_retries(app, *options);
  add_terms(app, options->ttl);
  add_windows(app, options->ttl);
  add_storage(app, options->ttl);
  app.add_option("--ttl", options->ttl.planned, "The TTL that you have or plan: windows and storage are shown for it")
      ->group("Gate");
  app.add_option("--check", options->ttl.check,
                 "Exit 1 when this TTL (or --ttl) is shorter than needed, or nothing finite is enough")
      ->group("Gate")
      ->expected(0, 1)
      ->default_str(kCheckPlanned);
  app.add_option("--from-code", options->ttl.from_code,
                 "Hold timeouts, retries, leases and TTLs found in this file or folder against each other")
      ->group("Gate");
  app.add_flag("--strict", options->strict, "Warnings fail too")->group("Gate");
  add_output(app, *options);
  CLI::App* presets = app.add_subcommand("presets", "List the known layers with source and date");
  presets->add_option("--search", options->search, "Only those with this text in id, name, kind or note");
  presets->add_option("--preset-file", options->ttl.preset_files, "TOML file with presets of your own; repeatable")
      ->allow_extra_args(false);
  add_output(*presets, *options);
  return [&app, presets, options] { return presets->parsed() ? run_presets(*presets, *options) : run(app, *options); };
}

}  // namespace

extern const Command ttl_command{
    "ttl", "Say how long a key must be remembered, given who retries and how",
    "  idem ttl --timeout 60 --retries 5\n"
    "  idem ttl --preset sidekiq --preset stripe-python --work 5m\n"
    "  idem ttl --layer 'agent:timeout=60,retries=2' --layer 'sdk:timeout=10,retries=3'\n"
    "  idem ttl --timeout 60 --retries 5 --provider stripe --consumer 7d --business-unique forever\n"
    "  idem ttl --timeout 60 --retries 5 --rate 10M/day --record 2kB --peak 20x\n"
    "  idem ttl --preset sqs --check 24h\n"
    "  idem ttl --from-code services/ --check\n"
    "  idem ttl presets --search webhook",
    setup};

}  // namespace idem
