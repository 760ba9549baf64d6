#include "base/duration.hpp"
#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/migrate_parts.hpp"
#include "migrate/check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace idem {

namespace {

struct Options {
  std::string db;
  std::string name;
  std::string overdue = "1d";
  std::string format = "text";
  std::string output;
};

int tell(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

int run(const Options& options) {
  CheckOptions check;
  check.name = options.name;
  const Result<Duration> overdue = parse_duration(options.overdue);
  if (!overdue) return tell(overdue.error().with_context("--overdue"));
  check.overdue = overdue->ms / 1000;
  Result<Session> session = Session::open(options.db);
  if (!session) return tell(session.error().with_context("--db"));
  const Result<CheckReport> report = check_side_tables(*session, check);
  if (!report) return tell(report.error());
  const std::string text = options.format == "json" ? check_json(*report) : check_text(*report);
  if (const Result<void> written = write_output(options.output, text); !written) return tell(written.error());
  const bool drift =
      std::any_of(report->items.begin(), report->items.end(), [](const CheckItem& item) { return item.drift; });
  return drift ? kExitFindings : kExitClean;
}

}  // namespace

Runner setup_migrate_check(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--db", options->db, "Database to look at (read-only); '' goes by PGHOST and the like")
      ->type_name("URL")
      ->required();
  app.add_option("--name", options->name, "Only this side table (default: all that idem migrate made)");
  app.add_option("--overdue", options->overdue, "How long the oldest expired record may wait for the reaper")
      ->capture_default_str();
  app.add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  app.add_option("-o,--output", options->output, "Write to a file instead of standard output");
  return [options] { return run(*options); };
}

}  // namespace idem
