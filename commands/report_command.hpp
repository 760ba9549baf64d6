#pragma once

#include "base/terminal.hpp"
#include "config/config.hpp"
#include "render/render.hpp"
#include "report/select.hpp"
#include "source/discover.hpp"

#include <CLI/App.hpp>

#include <functional>
#include <string>
#include <vector>

namespace idem {

// What scan and coverage share on the command line.
struct ToolCall;
struct UniqueSet;

struct ReportOptions {
  std::vector<std::string> paths;
  std::string root;
  std::vector<std::string> methods, effects, routes;
  bool only_effects = false;
  std::vector<std::string> formats;
  std::string output;
  unsigned jobs = 0;
  bool timing = false, strict = false, verbose = false, no_cache = false;
  std::string color = "auto";
  std::string stdin_filename;
  std::vector<std::string> exclude;
  bool tests = false, vendored = false, generated = false, minified = false, ignored = false;
  std::uint64_t max_file_bytes = 0;  // 0: the configuration's, or the default
};

void add_report_options(CLI::App& app, ReportOptions& options);

// A run up to the finished, not yet selected report.
struct ReportRun {
  Scope scope;
  Config config;
  Project project;
  Report report;
  Selection selection;
  std::vector<Output> outputs;
};

// Checks the options before anything is read, then finds, reads and analyses. `uniques`: unique constraints of schemas
// that were named; `tool_calls`, when wanted, gets the calls of agent tools.
Result<ReportRun> run_report(const ReportOptions& options, bool coverage,
                             const std::vector<UniqueSet>* uniques = nullptr,
                             std::vector<ToolCall>* tool_calls = nullptr);

// Prints to stderr what could not be analysed: what makes the answer incomplete always, the rest when verbose.
void tell_diagnostics(const Report& report, const ReportOptions& options);

// Renders to where the options say. `code`: what the run alone would return; incomplete work and failures to write
// change it by their precedence.
int write_report(const ReportRun& run, const ReportOptions& options, int code);

// Prints "idem: MESSAGE" and returns the exit code of the error.
int fail(const Error& error);

}  // namespace idem
