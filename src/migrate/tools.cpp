#include "migrate/tools.hpp"

#include "migrate/tool_code.hpp"
#include "migrate/tool_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace idem {

std::string psql_text(const Migration& migration, Direction direction) {
  std::string out;
  std::vector<const Script*> order;
  for (const Script& script : migration.scripts) order.push_back(&script);
  if (direction == Direction::down) std::reverse(order.begin(), order.end());
  for (const Script* script : order) {
    if (side_of(*script, direction).empty()) continue;
    if (!out.empty()) out += "\n";
    out += direction == Direction::up ? head_comment(*script) + "\n" : down_comment(*script);
    out += with_frame(*script, direction, migration.dialect);
  }
  return out;
}

namespace {

using Files = std::vector<MigrationFile>;

// A tool that sends a whole file as one query can take a statement outside a transaction only by itself, without the
// settings round it.
std::string lone_or_framed(const Script& script, Direction direction, SqlDialect dialect) {
  return script.transactional ? with_frame(script, direction, dialect) : side_of(script, direction);
}

std::string down_or_nothing(const std::string& sql) {
  return sql.empty() ? "SELECT 1; -- nothing to take back\n" : sql;
}

void plain(const Script& script, const std::string& number, SqlDialect dialect, Files& files) {
  files.push_back({fmt::format("{}_{}.up.sql", number, script.slug),
                   head_comment(script) + "\n" + with_frame(script, Direction::up, dialect)});
  if (!script.down.empty())
    files.push_back({fmt::format("{}_{}.down.sql", number, script.slug),
                     down_comment(script) + with_frame(script, Direction::down, dialect)});
}

void golang_migrate(const Script& script, const std::string& number, SqlDialect dialect, Files& files) {
  files.push_back({fmt::format("{}_{}.up.sql", number, script.slug),
                   head_comment(script) + "\n" + lone_or_framed(script, Direction::up, dialect)});
  files.push_back(
      {fmt::format("{}_{}.down.sql", number, script.slug),
       down_or_nothing(script.down.empty() ? ""
                                           : down_comment(script) + lone_or_framed(script, Direction::down, dialect))});
}

void flyway(const Script& script, const std::string& number, Files& files) {
  const auto add = [&](const char* letter, Direction direction) {
    const std::string name = fmt::format("{}{}__{}.sql", letter, number, script.slug);
    files.push_back({name, (direction == Direction::up ? head_comment(script) + "\n" : down_comment(script)) +
                               settings_before(script) + side_of(script, direction) + settings_after(script)});
    if (!script.transactional) files.push_back({name + ".conf", "executeInTransaction=false\n"});
  };
  add("V", Direction::up);
  if (!script.down.empty()) add("U", Direction::down);
}

std::string rollback_lines(const std::string& sql) {
  std::string out;
  for (const std::string& statement : statements_of(sql))
    for (std::size_t at = 0; at < statement.size();) {
      const std::size_t end = std::min(statement.find('\n', at), statement.size());
      const std::string line = statement.substr(at, end - at);
      if (!line.empty() && !line.starts_with("--")) out += "--rollback " + line + "\n";
      at = end + 1;
    }
  return out;
}

void liquibase(const Script& script, const std::string& number, SqlDialect dialect, Files& files) {
  std::string text = "--liquibase formatted sql\n\n";
  const bool whole = goes_as_a_whole(script, dialect);
  const bool sqlite = dialect == SqlDialect::sqlite;  // a trigger's body holds semicolons of its own
  text +=
      fmt::format("--changeset idem:{} runInTransaction:{} splitStatements:{}{} stripComments:false\n", script.slug,
                  script.transactional ? "true" : "false", whole ? "false" : "true", sqlite ? " endDelimiter:;;" : "");
  text += head_comment(script) + "\n";
  if (sqlite)
    for (const std::string& statement : statements_of(script.up)) text += statement + ";\n";
  else
    text += settings_before(script) + script.up + settings_after(script);
  text += script.down.empty() ? "--rollback empty\n" : rollback_lines(script.down);
  files.push_back({fmt::format("{}_{}.sql", number, script.slug), text});
}

std::string goose_statements(const std::string& sql) {
  std::string out;
  for (const std::string& statement : statements_of(sql)) {
    const bool inner = std::count(statement.begin(), statement.end(), ';') > 1;
    out += inner ? "-- +goose StatementBegin\n" + statement + "\n-- +goose StatementEnd\n" : statement + "\n";
  }
  return out;
}

void goose(const Script& script, const std::string& number, Files& files) {
  std::string text = script.transactional ? "" : "-- +goose NO TRANSACTION\n";
  text += head_comment(script) + "\n-- +goose Up\n" +
          goose_statements(settings_before(script) + script.up + settings_after(script));
  text += "\n-- +goose Down\n";
  if (!script.down.empty()) text += goose_statements(settings_before(script) + script.down + settings_after(script));
  files.push_back({fmt::format("{}_{}.sql", number, script.slug), text});
}

void dbmate(const Script& script, const std::string& number, Files& files) {
  const std::string option = script.transactional ? "" : " transaction:false";
  files.push_back({fmt::format("{}_{}.sql", number, script.slug), head_comment(script) + "\n-- migrate:up" + option +
                                                                      "\n" + script.up + "\n-- migrate:down" + option +
                                                                      "\n" + down_or_nothing(script.down)});
}

void sqitch(const Script& script, SqlDialect dialect, Files& files, std::string& plan) {
  const auto add = [&](const char* folder, const std::string& text) {
    files.push_back({fmt::format("{}/{}.sql", folder, script.slug), text});
  };
  add("deploy", head_comment(script) + "\n" + with_frame(script, Direction::up, dialect));
  add("revert",
      down_or_nothing(script.down.empty() ? "" : down_comment(script) + with_frame(script, Direction::down, dialect)));
  add("verify", verify_sql(script));
  plan += fmt::format("{} 2026-01-01T00:00:00Z idem <idem@localhost> # {}\n", script.slug, script.title);
}

// What the existing folder must not hold, or the migration would be doubled.
Result<void> nothing_doubled(const std::vector<ExistingFile>& existing, const Files& files,
                             const Migration& migration) {
  std::set<std::string> names;
  for (const ExistingFile& file : existing) names.insert(file.path);
  for (const MigrationFile& file : files)
    if (names.contains(file.path))
      return Error{ErrorKind::usage, fmt::format("{} is there already; nothing was written", file.path)};
  for (const Script& script : migration.scripts)
    for (const std::string& name : names)
      if (name.find("_" + script.slug + ".") != std::string::npos ||
          name.find("_" + script.slug + "/") != std::string::npos)
        return Error{ErrorKind::usage,
                     fmt::format("{} writes {} already; nothing was written (another --name makes another table)", name,
                                 script.title)};
  return {};
}

// A folder that holds the note of another table gets one of its own, named after the new one.
MigrationFile beside(const std::vector<ExistingFile>& existing, MigrationFile note, const Migration& migration) {
  const bool taken =
      std::any_of(existing.begin(), existing.end(), [&](const ExistingFile& file) { return file.path == note.path; });
  if (taken)
    note.path.insert(note.path.find('.'),
                     "_" + migration.scripts.front().slug.substr(std::string_view{"create_"}.size()));
  return note;
}

Result<void> fits_tool(const std::string& tool, const Script& script) {
  const std::string all = script.up + script.down;
  if (tool == "flyway" && all.find("${") != std::string::npos)
    return Error{ErrorKind::usage,
                 "a name holds ${, which Flyway would replace; choose another --name or --target-schema"};
  if (tool == "alembic" && all.find("\\:") != std::string::npos)
    return Error{ErrorKind::usage,
                 "a name holds \\:, which SQLAlchemy would change; choose another --name or --target-schema"};
  if (tool == "liquibase" && all.find("${") != std::string::npos)
    return Error{ErrorKind::usage,
                 "a name holds ${, which Liquibase would replace; choose another --name or --target-schema"};
  return {};
}

}  // namespace

const std::vector<MigrationTool>& migration_tools() {
  static const std::vector<MigrationTool> all{
      {"plain", "NNNN_name.up.sql and NNNN_name.down.sql for psql"},
      {"flyway", "VN__name.sql, UN__name.sql, a .conf beside what runs outside a transaction"},
      {"liquibase", "formatted SQL with a changeset and its rollback"},
      {"golang-migrate", "N_name.up.sql and N_name.down.sql"},
      {"goose", "N_name.sql with Up and Down"},
      {"dbmate", "N_name.sql with migrate:up and migrate:down"},
      {"sqitch", "deploy, revert and verify scripts and their lines of the plan"},
      {"rails", "a Ruby migration, and what keeps the table out of schema.rb"},
      {"alembic", "a Python revision after the head, and the filter for autogenerate"},
      {"django", "a Python migration after the app's last one"},
      {"prisma", "a folder with migration.sql, and the note on tables Prisma does not know"},
      {"knex", "a JavaScript migration"},
  };
  return all;
}

bool is_migration_tool(std::string_view name) {
  const auto& all = migration_tools();
  return std::any_of(all.begin(), all.end(), [&](const MigrationTool& tool) { return tool.name == name; });
}

Result<std::vector<MigrationFile>> tool_files(const ToolOptions& options, const Migration& migration,
                                              std::vector<std::string>& remarks) {
  const std::string& tool = options.tool;
  const SqlDialect dialect = migration.dialect;
  for (const Script& script : migration.scripts)
    if (const Result<void> ok = fits_tool(tool, script); !ok) return ok.error();
  Files files;
  if (tool == "alembic") {
    Result<Files> written = alembic_files(options, migration);
    if (!written) return written.error();
    files = std::move(*written);
  } else if (tool == "django") {
    files = django_files(options, migration);
  } else if (tool == "sqitch") {
    std::string plan;
    for (const Script& script : migration.scripts) sqitch(script, dialect, files, plan);
    const bool has_plan = std::any_of(options.existing.begin(), options.existing.end(),
                                      [](const ExistingFile& file) { return file.path == "sqitch.plan"; });
    if (has_plan)
      remarks.push_back("add to sqitch.plan: " + plan.substr(0, plan.size() - 1));
    else
      files.push_back({"sqitch.plan", "%syntax-version=1.0.0\n%project=idempotency\n\n" + plan});
  } else {
    const bool stamps = tool == "rails" || tool == "prisma" || tool == "knex" || tool == "dbmate";
    std::string number = next_number(options.existing, tool == "flyway" ? "V" : "",
                                     tool == "flyway"           ? 1
                                     : tool == "golang-migrate" ? 6
                                                                : 4,
                                     stamps                     ? "20260101000000"
                                     : tool == "flyway"         ? "1"
                                     : tool == "golang-migrate" ? "000001"
                                     : tool == "goose"          ? "00001"
                                                                : "0001");
    for (const Script& script : migration.scripts) {
      if (tool == "plain") plain(script, number, dialect, files);
      if (tool == "golang-migrate") golang_migrate(script, number, dialect, files);
      if (tool == "flyway") flyway(script, number, files);
      if (tool == "liquibase") liquibase(script, number, dialect, files);
      if (tool == "goose") goose(script, number, files);
      if (tool == "dbmate") dbmate(script, number, files);
      if (tool == "rails") files.push_back(rails_file(script, number, dialect));
      if (tool == "knex") files.push_back(knex_file(script, number, dialect));
      if (tool == "prisma")
        files.push_back({fmt::format("{}_{}/migration.sql", number, script.slug),
                         head_comment(script) + "\n" + lone_or_framed(script, Direction::up, dialect)});
      number = following(number);
    }
  }
  for (MigrationFile& note : exclusion_notes(tool, migration))
    files.push_back(beside(options.existing, std::move(note), migration));
  if (tool == "flyway" && std::any_of(migration.scripts.begin(), migration.scripts.end(),
                                      [](const Script& script) { return !script.transactional; }))
    remarks.emplace_back(
        "set flyway.postgresql.transactional.lock=false, or CREATE INDEX CONCURRENTLY waits for Flyway's own lock");
  const bool one_statement = tool == "golang-migrate" || tool == "dbmate" || tool == "prisma";
  if (one_statement && std::any_of(migration.scripts.begin(), migration.scripts.end(),
                                   [](const Script& script) { return !script.transactional; }))
    remarks.push_back(
        fmt::format("{} sends a file as one query, so what runs outside a transaction stands alone in its file; where "
                    "the role or the "
                    "server sets a statement_timeout or lock_timeout, lift it for this run (options=-c "
                    "statement_timeout=0 -c lock_timeout=0 in "
                    "the connection)",
                    tool));
  if (const Result<void> ok = nothing_doubled(options.existing, files, migration); !ok) return ok.error();
  return files;
}

}  // namespace idem
