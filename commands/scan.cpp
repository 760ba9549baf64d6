#include "commands/command.hpp"
#include "commands/report_command.hpp"

#include "base/exit_code.hpp"

#include <memory>

namespace idem {

static int run(const ReportOptions& options) {
  Result<ReportRun> run = run_report(options, false);
  if (!run) return fail(run.error());
  select(run->report, run->selection);
  return write_report(*run, options, kExitClean);
}

static Runner setup(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  add_report_options(app, *options);
  return [options] { return run(*options); };
}

extern const Command scan_command{"scan", "List the entry points that have side effects, and which ones",
                                  "  idem scan                                 the project around the current folder\n"
                                  "  idem scan routes/ -v                      with the evidence, step by step\n"
                                  "  idem scan --methods all --path '/admin/**'\n"
                                  "  idem scan --effect payment --format json\n"
                                  "  idem scan --format text --format csv=endpoints.csv\n"
                                  "  idem scan --stdin-filename app.py <app.py",
                                  setup};

}  // namespace idem
