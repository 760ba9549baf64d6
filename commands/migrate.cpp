#include "base/exit_code.hpp"
#include "base/file_output.hpp"
#include "commands/migrate_parts.hpp"
#include "migrate/natural_key.hpp"
#include "migrate/profile.hpp"
#include "migrate/request.hpp"
#include "migrate/tools.hpp"
#include "migrate/write_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>

namespace idem {

namespace {

int tell(const Error& error) {
  fmt::print(stderr, "idem: {}\n", error.message);
  return exit_code_of(error);
}

// One file as it is; several with their names between them.
std::string joined(const std::vector<MigrationFile>& files) {
  if (files.size() == 1) return files[0].text;
  std::string out;
  for (const MigrationFile& file : files)
    out += fmt::format("{}==> {} <==\n{}", out.empty() ? "" : "\n", file.path, file.text);
  return out;
}

int write_files(const MigrateOptions& options, const Migration& migration) {
  std::vector<std::string> remarks;
  const Result<ToolOptions> tool = tool_options(options);
  if (!tool) return tell(tool.error());
  const Result<std::vector<MigrationFile>> files = tool_files(*tool, migration, remarks);
  if (!files) return tell(files.error());
  for (const std::string& remark : remarks) fmt::print(stderr, "idem: {}\n", remark);
  const Result<void> written =
      options.out_dir.empty() ? write_output(options.output, joined(*files)) : write_folder(options.out_dir, *files);
  if (!written) return tell(written.error());
  if (!options.out_dir.empty())
    for (const MigrationFile& file : *files) fmt::print("{}\n", file.path);
  return kExitClean;
}

Result<Migration> migration_for(MigrateOptions& options, std::vector<std::string>& remarks) {
  int server_version = options.server_version;
  const Result<std::optional<DatabaseSchema>> legacy = legacy_schema(options, server_version);
  if (!legacy) return legacy.error();
  options.server_version = std::min(options.server_version, server_version);
  const bool natural = !options.natural_key.empty();
  if (natural) options.beside_existing = true;  // nothing is doubled: no table is made
  const Result<SideTableRequest> request = request_of(options, *legacy, remarks);
  if (!request) return request.error();
  if (!natural) return side_table_migration(*request);
  if (!*legacy)
    return Error{ErrorKind::usage, "--natural-key needs the table it touches: --schema FILE, --schema DIR or --db URL"};
  const Result<NaturalKey> key = parse_natural_key(options.natural_key);
  if (!key) return key.error();
  remarks.clear();  // they are about the side table
  return natural_key_migration(**legacy, *key, *request);
}

int print_snippet(const MigrateOptions& options) {
  std::vector<std::string> remarks;
  const Result<SideTableRequest> request = request_of(options, std::nullopt, remarks);
  if (!request) return tell(request.error());
  const Result<std::string> text = snippet_text(*request, options.snippet);
  if (!text) return tell(text.error());
  if (const Result<void> written = write_output(options.output, *text); !written) return tell(written.error());
  return kExitClean;
}

// Options of which one would be left without effect.
Result<void> fit_together(const MigrateOptions& options) {
  const bool files = options.tool != "plain" || !options.out_dir.empty();
  if (options.down && files)
    return Error{ErrorKind::usage,
                 "--down prints the way back as a script for psql; files of --tool and --out-dir hold theirs already"};
  if (!options.output.empty() && !options.out_dir.empty())
    return Error{ErrorKind::usage, "--output and --out-dir: give one of them"};
  if (!options.after.empty() && options.tool != "alembic")
    return Error{ErrorKind::usage, "--after names a revision of Alembic: it goes with --tool alembic"};
  return {};
}

int run_migrate(MigrateOptions options) {
  if (const Result<void> fit = fit_together(options); !fit) return tell(fit.error());
  if (!options.snippet.empty()) return print_snippet(options);
  std::vector<std::string> remarks;
  const Result<Migration> migration = migration_for(options, remarks);
  if (!migration) return tell(migration.error());
  remarks.insert(remarks.end(), migration->remarks.begin(), migration->remarks.end());
  for (const std::string& remark : remarks) fmt::print(stderr, "idem: {}\n", remark);
  if (options.tool != "plain" || !options.out_dir.empty()) return write_files(options, *migration);
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
  app.add_option("--dialect", options->dialect,
                 "postgres, mysql (MariaDB too) or sqlite: profiles http, inbox and outbox there")
      ->check(CLI::IsMember({"postgres", "mysql", "sqlite"}))
      ->capture_default_str();
  app.add_option("--schema", options->schema,
                 "Legacy schema to fit: a DDL file, a pg_dump script or a folder of migrations")
      ->type_name("FILE|DIR");
  const CLI::Option* db =
      app.add_option(
             "--db", options->db,
             "Read the legacy schema from a live PostgreSQL instead (read-only); '' goes by PGHOST and the like")
          ->type_name("URL");
  app.add_option("--natural-key", options->natural_key,
                 "Instead of a side table, make columns of a business table unique: 'orders(order_number)'")
      ->type_name("TABLE(COLUMNS)");
  app.add_option("--table", options->table, "Business table to fit: name, tenant column and schema are taken from it");
  app.add_option("--tenant-column", options->tenant_column, "Its tenant column, where it is not found by name");
  app.add_flag("--beside-existing", options->beside_existing,
               "Add a side table although an idempotency table is there");
  app.add_option("--name", options->name, "Name of the main table (default: the profile's own)");
  app.add_option("--target-schema", options->target_schema, "Schema the new objects go to (default: public)");
  app.add_option("--tenant-type", options->tenant_type,
                 "Type of tenant_id: text, uuid, bigint (default: fits the schema, else text)");
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
  app.add_option("--partition", options->partition,
                 "plain, narrow (responses by day) or hash; daily is refused, with the reason")
      ->check(CLI::IsMember({"plain", "narrow", "hash", "daily"}));
  app.add_option("--hash-partitions", options->hash_partitions, "How many with --partition hash")
      ->check(CLI::Range(2, 1024))
      ->capture_default_str();
  app.add_option("--with", options->with,
                 "Extension that looks after the table: pg_cron (calls the reaper), pg_partman (days of --partition "
                 "narrow); repeatable")
      ->check(CLI::IsMember({"pg_cron", "pg_partman"}))
      ->type_name("EXTENSION");
  app.add_option("--snippet", options->snippet,
                 "Print how the functions are used: local (one transaction) or external (a provider)")
      ->check(CLI::IsMember({"local", "external"}));
  app.add_option("--lock-timeout", options->lock_timeout, "Longest wait for a lock")->capture_default_str();
  app.add_option("--statement-timeout", options->statement_timeout, "Longest run of a statement")
      ->capture_default_str();
  app.add_option("--tool", options->tool,
                 "Whose files to write: plain, flyway, liquibase, golang-migrate, goose, dbmate, sqitch, rails, "
                 "alembic, django, prisma, knex")
      ->check(CLI::IsMember({"plain", "flyway", "liquibase", "golang-migrate", "goose", "dbmate", "sqitch", "rails",
                             "alembic", "django", "prisma", "knex"}))
      ->capture_default_str();
  app.add_option("--out-dir", options->out_dir,
                 "Folder of migrations to add the files to; numbers go on after what it holds")
      ->type_name("DIR");
  app.add_option("--after", options->after, "Revision to follow (Alembic, where the folder has several heads)");
  app.add_flag("--down", options->down, "Print the way back instead");
  app.add_option("-o,--output", options->output, "Write to a file instead of standard output");
  app.require_subcommand(0, 1);
  CLI::App* check =
      app.add_subcommand("check", "Is the side table of a database there, complete, valid and tended? Exit 1 on drift");
  CLI::App* lint = app.add_subcommand("lint", "Hold any SQL migration against the safety rules");
  const Runner run_check = setup_migrate_check(*check);
  const Runner run_lint = setup_migrate_lint(*lint);
  return [options, db, check, lint, run_check, run_lint] {
    options->has_db = db->count() > 0;
    if (check->parsed()) return run_check();
    return lint->parsed() ? run_lint() : run_migrate(*options);
  };
}

extern const Command migrate_command{"migrate", "Write the SQL that adds an idempotency side table to a legacy schema",
                                     "  idem migrate | psql shop\n"
                                     "  idem migrate --schema db/structure.sql --table orders\n"
                                     "  idem migrate --profile http --target-schema infra --app-role shop_app\n"
                                     "  idem migrate --tool goose --out-dir db/migrations\n"
                                     "  idem migrate --partition narrow --with pg_cron\n"
                                     "  idem migrate --schema shop.sql --natural-key 'orders(order_number)'\n"
                                     "  idem migrate check --db postgres://localhost/shop\n"
                                     "  idem migrate lint db/migrations\n"
                                     "  idem migrate --down",
                                     setup};

}  // namespace idem
