#include "base/duration.hpp"
#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/command.hpp"
#include "migrate/profile.hpp"
#include "migrate/tools.hpp"

#include <fmt/core.h>

#include <memory>

namespace idem {

namespace {

struct MigrateOptions {
  std::string profile = "http";
  std::string name;
  std::string target_schema;
  std::string tenant_type;
  std::string retention = "24h";
  std::string tombstone = "90d";
  std::string lease = "5m";
  std::string response = "inline";
  std::string functions = "all";
  std::string security = "invoker";
  std::string owner_role;
  std::string app_role;
  std::string lock_timeout = "2s";
  std::string statement_timeout = "30s";
  std::string output;
  int server_version = 13;
  bool side_table = false;
  bool down = false;
};

int tell(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

Result<long long> duration_ms(const char* option, const std::string& text, Duration least, Duration most) {
  const Result<Duration> parsed = parse_duration(text);
  if (!parsed) return parsed.error().with_context(option);
  if (*parsed < least || *parsed > most)
    return Error{ErrorKind::usage,
                 fmt::format("{}: {} is outside {} to {}", option, to_human(*parsed), to_human(least), to_human(most))};
  return static_cast<long long>(parsed->ms);
}

// The types a tenant column may have. They are put into statements as they stand here.
bool is_tenant_type(const std::string& type) {
  return type == "text" || type == "uuid" || type == "bigint" || type == "integer";
}

Result<SideTableRequest> request_of(const MigrateOptions& options) {
  SideTableRequest request;
  request.profile = options.profile;
  request.name = options.name;
  if (!options.target_schema.empty()) {
    request.target_schema = options.target_schema;
    request.create_schema = request.target_schema != "public";
  }
  if (!options.tenant_type.empty()) request.tenant_type = options.tenant_type;
  if (!is_tenant_type(request.tenant_type))
    return Error{ErrorKind::usage,
                 fmt::format("--tenant-type: {} is none of text, uuid, bigint, integer", request.tenant_type)};
  request.response = options.response == "inline"      ? ResponseMode::inline_body
                     : options.response == "reference" ? ResponseMode::reference
                                                       : ResponseMode::none;
  request.functions = options.functions == "all";
  request.security_definer = options.security == "definer";
  request.owner_role = options.owner_role;
  request.app_role = options.app_role;
  request.server_version = options.server_version;
  const struct {
    const char* option;
    const std::string& text;
    Duration least;
    Duration most;
    long long unit;
    long long& into;
  } durations[] = {
      {"--lease", options.lease, seconds(1), days(7), 1000, request.lease},
      {"--retention", options.retention, seconds(60), days(3650), 1000, request.retention},
      {"--tombstone", options.tombstone, seconds(0), days(3650), 1000, request.tombstone},
      {"--lock-timeout", options.lock_timeout, milliseconds(1), minutes(10), 1, request.lock_timeout_ms},
      {"--statement-timeout", options.statement_timeout, milliseconds(1), hours(24), 1, request.statement_timeout_ms},
  };
  for (const auto& duration : durations) {
    const Result<long long> ms = duration_ms(duration.option, duration.text, duration.least, duration.most);
    if (!ms) return ms.error();
    duration.into = *ms / duration.unit;
  }
  for (const std::string& name : {request.target_schema, request.name, request.owner_role, request.app_role}) {
    if (name.empty()) continue;
    if (const Result<void> ok = check_identifier(name, request.dialect); !ok) return ok.error();
  }
  return request;
}

int run_migrate(const MigrateOptions& options) {
  const Result<SideTableRequest> request = request_of(options);
  if (!request) return tell(request.error());
  const Result<Migration> migration = side_table_migration(*request);
  if (!migration) return tell(migration.error());
  for (const std::string& remark : migration->remarks) fmt::print(stderr, "idem: {}\n", remark);
  const std::string text = psql_text(*migration, options.down ? Direction::down : Direction::up);
  if (const Result<void> written = write_output(options.output, text); !written) return tell(written.error());
  return kExitClean;
}

}  // namespace

static Runner setup(CLI::App& app) {
  auto options = std::make_shared<MigrateOptions>();
  app.add_flag("--side-table", options->side_table, "Create a side table (the default)");
  app.add_option("--profile", options->profile, "What is made idempotent: http, agent, action, inbox, outbox, workflow")
      ->check(CLI::IsMember({"http", "agent", "action", "inbox", "outbox", "workflow"}))
      ->capture_default_str();
  app.add_option("--name", options->name, "Name of the main table (default: the profile's own)");
  app.add_option("--target-schema", options->target_schema, "Schema the new objects go to (default: public)");
  app.add_option("--tenant-type", options->tenant_type,
                 "Type of tenant_id: text, uuid, bigint, integer (default: text)");
  app.add_option("--lease", options->lease, "How long a claim holds without a heartbeat")->capture_default_str();
  app.add_option("--retention", options->retention, "How long a response is replayed after completion")
      ->capture_default_str();
  app.add_option("--tombstone", options->tombstone, "How long a used key is remembered after that")
      ->capture_default_str();
  app.add_option("--response", options->response, "Keep the first response: inline, reference or none")
      ->check(CLI::IsMember({"inline", "reference", "none"}))
      ->capture_default_str();
  app.add_option("--functions", options->functions, "SQL functions that claim, complete, reap ...: all or none")
      ->check(CLI::IsMember({"all", "none"}))
      ->capture_default_str();
  app.add_option("--security", options->security, "Whose rights the functions use: invoker or definer")
      ->check(CLI::IsMember({"invoker", "definer"}))
      ->capture_default_str();
  app.add_option("--owner-role", options->owner_role, "Role that shall own the new objects");
  app.add_option("--app-role", options->app_role, "Role of the application: gets what it needs and no more");
  app.add_option("--server-version", options->server_version, "Oldest PostgreSQL version the files must run on")
      ->check(CLI::Range(12, 18))
      ->capture_default_str();
  app.add_option("--lock-timeout", options->lock_timeout, "Longest wait for a lock")->capture_default_str();
  app.add_option("--statement-timeout", options->statement_timeout, "Longest run of a statement")
      ->capture_default_str();
  app.add_flag("--down", options->down, "Print the way back instead");
  app.add_option("-o,--output", options->output, "Write to a file instead of standard output");
  return [options] { return run_migrate(*options); };
}

extern const Command migrate_command{"migrate", "Write the SQL that adds an idempotency side table to a legacy schema",
                                     "  idem migrate | psql shop\n"
                                     "  idem migrate --profile http --target-schema infra --app-role shop_app\n"
                                     "  idem migrate --down",
                                     setup};

}  // namespace idem
