#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "base/terminal.hpp"
#include "commands/migrate_parts.hpp"
#include "gate/gate.hpp"
#include "gate/suppress.hpp"
#include "migrate/lint.hpp"
#include "render/render.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>

namespace idem {

namespace {

struct Options {
  std::vector<std::string> paths;
  std::vector<std::string> formats;
  std::string output;
  std::string fail_on = "high";
  std::string color = "auto";
  bool strict = false;
};

constexpr std::size_t kMaxFileBytes = std::size_t{64} << 20U;

int tell(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

// The files named, and every *.sql file of the folders named, in the order of their names.
Result<std::vector<LintFile>> read_files(const std::vector<std::string>& paths) {
  namespace fs = std::filesystem;
  std::vector<std::string> names;
  std::error_code error;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path, error)) {
      names.push_back(path);
      continue;
    }
    std::vector<std::string> inside;
    for (fs::recursive_directory_iterator walk{path, error}; !error && walk != fs::recursive_directory_iterator{};
         walk.increment(error))
      if (walk->path().extension() == ".sql" && walk->is_regular_file(error))
        inside.push_back(walk->path().generic_string());
    if (error) return Error{ErrorKind::input, fmt::format("{}: {}", path, error.message())};
    std::sort(inside.begin(), inside.end());
    names.insert(names.end(), inside.begin(), inside.end());
  }
  std::vector<LintFile> files;
  for (const std::string& name : names) {
    Result<std::string> text = read_input(name, kMaxFileBytes);
    if (!text) return text.error();
    const std::string shown = name.starts_with("./") ? name.substr(2) : name;
    files.push_back({name == "-" ? "stdin.sql" : shown, std::move(*text)});
  }
  return files;
}

// A file in another dialect is not judged statement by statement: the first few are enough to see that.
void tell_diagnostics(const Report& report) {
  constexpr std::size_t kTold = 10;
  std::map<std::string, std::size_t> counts;
  for (const Diagnostic& diagnostic : report.diagnostics)
    if (++counts[diagnostic.file] <= kTold)
      fmt::print(stderr, "idem: {}:{}: not judged: {}\n", printable(diagnostic.file), diagnostic.line,
                 printable(diagnostic.message));
  for (const auto& [file, count] : counts)
    if (count > kTold) fmt::print(stderr, "idem: {}: {} more statements not judged\n", printable(file), count - kTold);
}

int run(const Options& options) {
  const Result<std::vector<Output>> outputs = parse_outputs(options.formats, options.output);
  if (!outputs) return tell(outputs.error());
  GateOptions gate;
  gate.fail_on = options.fail_on == "none" ? std::nullopt : severity_of(options.fail_on);
  const Result<std::vector<LintFile>> files = read_files(options.paths);
  if (!files) return tell(files.error());
  Report report = lint_migrations(*files);
  finish(report);
  apply_comments(report, today());
  tell_diagnostics(report);
  RenderOptions render;
  render.color = use_color(options.color == "always"  ? ColorMode::always
                           : options.color == "never" ? ColorMode::never
                                                      : ColorMode::automatic);
  render.width = terminal_width();
  static const Renderer text{"text", "", render_lint_text};  // a list of places, not of entry points
  std::vector<Output> places = *outputs;
  for (Output& place : places)
    if (std::string_view{place.renderer->name} == text.name) place.renderer = &text;
  if (const Result<void> written = write_outputs(report, places, render); !written) return tell(written.error());
  if (options.strict && !report.diagnostics.empty()) return kExitIncomplete;
  return gate_reasons(report, gate).empty() ? kExitClean : kExitFindings;
}

}  // namespace

Runner setup_migrate_lint(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("FILES", options->paths, "SQL migrations, or folders of them; - is standard input")->required();
  app.add_option("--format", options->formats,
                 "text, json, ndjson, sarif, markdown, csv, github, gitlab, junit; repeatable, with =PATH");
  app.add_option("-o,--output", options->output, "Write to a file instead of standard output");
  app.add_option("--fail-on", options->fail_on,
                 "Lowest severity that makes the exit code 1: critical, high, medium, low, none")
      ->check(CLI::IsMember({"critical", "high", "medium", "low", "none"}))
      ->capture_default_str();
  app.add_option("--color", options->color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  app.add_flag("--strict", options->strict, "Exit 3 when a statement could not be judged");
  return [options] { return run(*options); };
}

}  // namespace idem
