#include "migrate/bind.hpp"

#include "base/terminal.hpp"
#include "migrate/existing.hpp"
#include "migrate/profile.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace idem {

static std::string shown_name(const Table& table) { return printable(table.schema + "." + table.name); }

static std::string lower(std::string text) {
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

Result<const Table*> find_named_table(const DatabaseSchema& database, const std::string& text) {
  // As written, as the server cuts a name, and in any case of letters.
  const std::array<std::string (*)(const std::string&), 3> readings{
      [](const std::string& name) { return name; }, [](const std::string& name) { return cut_identifier(name); },
      [](const std::string& name) { return lower(name); }};
  for (const auto& read : readings) {
    std::vector<const Table*> matches;
    for (const Table& table : database.tables)
      if (read(table.name) == read(text) || read(table.schema + "." + table.name) == read(text))
        matches.push_back(&table);
    if (matches.size() == 1) return matches[0];
    if (matches.size() > 1) {
      std::string names;
      for (const Table* table : matches) names += (names.empty() ? "" : ", ") + shown_name(*table);
      return Error{ErrorKind::usage,
                   fmt::format("--table {}: there are several: {}; write schema.table", printable(text), names)};
    }
  }
  const std::string bare = lower(text.substr(text.rfind('.') + 1));
  for (const SchemaNote& note : database.notes)
    if (!note.statement.empty() && lower(note.statement).find(bare) != std::string::npos)
      return Error{ErrorKind::input, fmt::format("--table {}: its definition could not be read: {}:{}: {}",
                                                 printable(text), printable(note.file), note.line, note.message)};
  std::string near;
  for (const Table& table : database.tables)
    if (near.size() < 200 &&
        (lower(table.name).find(bare) != std::string::npos || bare.find(lower(table.name)) != std::string::npos))
      near += (near.empty() ? "" : ", ") + shown_name(table);
  return Error{ErrorKind::usage, fmt::format("--table {}: no such table among the {} of the schema{}", printable(text),
                                             database.tables.size(), near.empty() ? "" : "; there is " + near)};
}

// The tenant column that most tables carry, where a good part of them does.
static std::pair<std::string, std::string> common_tenant(const DatabaseSchema& database) {
  std::map<std::pair<std::string, std::string>, std::size_t> counts;
  for (const Table& table : database.tables) {
    const std::string column = tenant_column(table);
    if (column.empty() || squeezed_name(column) == "userid" || squeezed_name(column) == "customerid") continue;
    ++counts[{column, fitting_tenant_type(database, table.find_column(column)->type)}];
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == counts.end() || most->second * 5 < database.tables.size()) return {};
  return most->first;
}

static std::string constant_for(const std::string& type) {
  if (type == "uuid") return "'00000000-0000-0000-0000-000000000000'";
  return type == "text" ? "'default'" : "0";
}

static Result<CoreTable> core_of(const DatabaseSchema& database, const Table& table, const BindOptions& options) {
  CoreTable core;
  core.schema = table.schema;
  core.name = table.name;
  for (const std::string& name : {table.schema, table.name})
    if (const Result<void> ok = check_identifier(name); !ok) return ok.error().with_context("--table");
  const UniqueKey* key = table.primary_key();
  if (key != nullptr && key->columns.size() == 1)
    if (const Column* column = table.find_column(key->columns[0])) core.key_type = base_type(database, column->type);
  core.tenant_column = options.tenant_column.empty() ? tenant_column(table) : options.tenant_column;
  if (core.tenant_column.empty()) return core;
  const Column* column = table.find_column(core.tenant_column);
  if (column == nullptr)
    return Error{ErrorKind::usage, fmt::format("--tenant-column {}: {} has no such column",
                                               printable(core.tenant_column), shown_name(table))};
  if (const Result<void> ok = check_identifier(core.tenant_column); !ok)
    return ok.error().with_context("--tenant-column");
  core.tenant_type = fitting_tenant_type(database, column->type);
  return core;
}

// What is odd about the business table, and what it means for whoever links to it.
static void remark_on_core(const Table& table, std::vector<std::string>& remarks) {
  const std::string name = shown_name(table);
  if (table.primary_key() == nullptr)
    remarks.push_back(
        fmt::format("{} has no primary key; resource_id must hold what your application finds the row by", name));
  else if (table.primary_key()->columns.size() > 1)
    remarks.push_back(
        fmt::format("{} has a primary key of {} columns ({}); put them into resource_id in that order, joined by \"/\"",
                    name, table.primary_key()->columns.size(),
                    printable(fmt::format("{}", fmt::join(table.primary_key()->columns, ", ")))));
  if (!table.partition_strategy.empty())
    remarks.push_back(fmt::format(
        "{} is partitioned by {} ({}); the side table is not, so that a key is one key over all partitions", name,
        table.partition_strategy, printable(fmt::format("{}", fmt::join(table.partition_columns, ", ")))));
  if (table.row_security)
    remarks.push_back(fmt::format(
        "{} has row level security; the side table has none: give the application its own role with --app-role", name));
  for (const UniqueKey& key : table.unique_keys)
    if (!key.valid)
      remarks.push_back(fmt::format("the index {} on {} is INVALID and guards nothing", printable(key.name), name));
  if (table.schema.find("{{") != std::string::npos || table.schema.find("${") != std::string::npos)
    remarks.push_back(fmt::format("{} is a placeholder in the files read; name the schema with --target-schema",
                                  printable(table.schema)));
}

// Business tables that keep the key on their own rows.
static void remark_on_keyed_rows(const DatabaseSchema& database, std::vector<std::string>& remarks) {
  for (const Table& table : database.tables) {
    if (!table.partition_of.empty() || squeezed_name(table.name).find("idempot") != std::string::npos ||
        is_side_table(table))
      continue;
    const std::string tenant = tenant_column(table);
    for (const UniqueKey& key : table.unique_keys) {
      const bool keyed = std::any_of(key.columns.begin(), key.columns.end(), [](const std::string& column) {
        return squeezed_name(column) == "idempotencykey";
      });
      if (!keyed) continue;
      const bool scoped =
          tenant.empty() || std::find(key.columns.begin(), key.columns.end(), tenant) != key.columns.end();
      remarks.push_back(fmt::format("{} keeps idempotency keys on its own rows: unique over ({}){}", shown_name(table),
                                    printable(fmt::format("{}", fmt::join(key.columns, ", "))),
                                    scoped ? "" : fmt::format(", without {}", printable(tenant))));
    }
  }
}

static void remark_on_roles(const DatabaseSchema& database, const Table& core, const SideTableRequest& request,
                            std::vector<std::string>& remarks) {
  const std::vector<std::string>& roles = database.roles;
  if (database.live)
    for (const std::string& role : {request.owner_role, request.app_role})
      if (!role.empty() && !std::binary_search(roles.begin(), roles.end(), role))
        remarks.push_back(fmt::format("there is no role {} on this server yet; create it first", printable(role)));
  if (request.app_role.empty() && !core.writers.empty())
    remarks.push_back(
        fmt::format("{} may write to {}: --app-role ROLE gives a role the side table too, and nothing else",
                    printable(fmt::format("{}", fmt::join(core.writers, ", "))), shown_name(core)));
}

static void remark_on_unread(const DatabaseSchema& database, std::vector<std::string>& remarks) {
  constexpr std::size_t kTold = 5;
  for (std::size_t i = 0; i < database.notes.size() && i < kTold; ++i) {
    const SchemaNote& note = database.notes[i];
    remarks.push_back(fmt::format("{}:{}: passed over: {}", printable(note.file), note.line, printable(note.message)));
  }
  if (database.notes.size() > kTold)
    remarks.push_back(
        fmt::format("and {} more statements that PostgreSQL's grammar does not know", database.notes.size() - kTold));
}

Result<std::vector<std::string>> bind_request(const DatabaseSchema& database, const BindOptions& options,
                                              SideTableRequest& request) {
  std::vector<std::string> remarks;
  for (const std::string& trigger : database.event_triggers)
    remarks.push_back(
        fmt::format("the event trigger {} runs on every DDL statement, ours too: look at what it does to new tables",
                    printable(trigger)));
  for (const ExistingIdempotency& existing : find_idempotency_tables(database)) {
    const std::string name = shown_name(*existing.table);
    if (existing.ours) {
      remarks.push_back(fmt::format(
          "{} is an idempotency side table of this tool; `idem migrate check` says whether it is complete", name));
      continue;
    }
    const std::string lacks = existing.lacks.empty() ? "" : fmt::format(" ({})", fmt::join(existing.lacks, "; "));
    if (!options.beside_existing && request.profile == "http")
      return Error{
          ErrorKind::usage,
          fmt::format("{} looks like an idempotency table already{}; complete it, or pass --beside-existing for a "
                      "second one",
                      name, lacks)};
    remarks.push_back(fmt::format("{} looks like an idempotency table already{}", name, lacks));
  }
  for (const Table* messages : find_message_tables(database, request.profile)) {
    if (messages->comment.starts_with("idem ")) continue;
    if (!options.beside_existing)
      return Error{ErrorKind::usage, fmt::format("{} looks like an {} already; use it, or pass --beside-existing for a "
                                                 "second one",
                                                 shown_name(*messages), request.profile)};
    remarks.push_back(fmt::format("{} looks like an {} already", shown_name(*messages), request.profile));
  }
  if (database.tables.empty()) remarks.emplace_back("no table was found in the schema: there is nothing to fit");
  remark_on_keyed_rows(database, remarks);
  if (options.table.empty()) {
    const auto [column, type] = common_tenant(database);
    if (!column.empty() && !options.tenant_type_given) request.tenant_type = type;
    if (!column.empty()) remarks.push_back(fmt::format("tenant: most tables carry {} ({})", printable(column), type));
    if (column.empty() && !database.tables.empty()) request.constant_tenant = constant_for(request.tenant_type);
  } else {
    const Result<const Table*> table = find_named_table(database, options.table);
    if (!table) return table.error();
    const Result<CoreTable> core = core_of(database, **table, options);
    if (!core) return core.error();
    if (!core->tenant_column.empty() && !options.tenant_type_given) request.tenant_type = core->tenant_type;
    if (core->tenant_column.empty()) request.constant_tenant = constant_for(request.tenant_type);
    remarks.push_back(core->tenant_column.empty()
                          ? fmt::format("{} has no tenant column: every caller passes the constant {}",
                                        shown_name(**table), request.constant_tenant)
                          : fmt::format("tenant: {}.{} ({})", shown_name(**table), printable(core->tenant_column),
                                        core->tenant_type));
    remark_on_core(**table, remarks);
    remark_on_roles(database, **table, request, remarks);
    if (!options.schema_given) request.target_schema = core->schema;
    if (!options.name_given) {
      const Profile* profile = find_profile(request.profile);
      request.name = derive_identifier(core->name, fmt::format("_{}", profile->tables[0].name), request.dialect);
    }
    request.core = *core;
  }
  const auto& extensions = database.extensions;
  const bool reaped = request.functions && request.profile != "action" && !request.cron;
  if (reaped && std::find(extensions.begin(), extensions.end(), "pg_cron") != extensions.end())
    remarks.emplace_back("pg_cron is installed: --with pg_cron schedules the reaper");
  const std::vector<std::string>& schemas = database.schemas;
  if (std::find(schemas.begin(), schemas.end(), request.target_schema) != schemas.end()) request.create_schema = false;
  remark_on_unread(database, remarks);
  return remarks;
}

}  // namespace idem
