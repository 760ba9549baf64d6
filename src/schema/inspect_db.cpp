#include "schema/inspect_db.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace idem {

static Result<Rows> ask(Session& session, const char* name) {
  Result<Rows> rows = session.query(std::string{resource(fmt::format("sql/inspect/{}.sql", name))});
  if (!rows) return rows.error().with_context(fmt::format("reading the catalogue ({})", name));
  return rows;
}

static std::vector<std::string> cut(std::string_view list) {
  std::vector<std::string> items;
  for (std::size_t at = 0; at <= list.size() && !list.empty();) {
    const std::size_t end = std::min(list.find('\x1f', at), list.size());
    items.emplace_back(list.substr(at, end - at));
    at = end + 1;
  }
  return items;
}

static std::string text(const Rows& rows, std::size_t row, std::size_t column) {
  return std::string{rows.text(row, column)};
}

static Result<DatabaseSchema> read_catalogue(Session& session) {
  const char* const names[] = {"tables",  "columns", "unique_keys", "domains",   "event_triggers",
                               "schemas", "roles",   "writers",     "extensions"};
  std::map<std::string, Rows> answers;
  for (const char* name : names) {
    Result<Rows> rows = ask(session, name);
    if (!rows) return rows.error();
    answers[name] = *rows;
  }
  DatabaseSchema database;
  std::map<std::string, std::size_t> by_oid;
  const Rows& tables = answers["tables"];
  for (std::size_t i = 0; i < tables.size(); ++i) {
    Table table;
    table.schema = text(tables, i, 1);
    table.name = text(tables, i, 2);
    table.partition_strategy = text(tables, i, 3);
    table.partition_columns = cut(tables.text(i, 4));
    if (!tables.is_null(i, 5)) table.partition_of = text(tables, i, 5) + "." + text(tables, i, 6);
    table.row_security = tables.truth(i, 7);
    table.comment = text(tables, i, 8);
    table.owner = text(tables, i, 9);
    by_oid[text(tables, i, 0)] = database.tables.size();
    database.tables.push_back(std::move(table));
  }
  const Rows& columns = answers["columns"];
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (const auto at = by_oid.find(text(columns, i, 0)); at != by_oid.end())
      database.tables[at->second].columns.push_back({text(columns, i, 1), text(columns, i, 2), columns.truth(i, 3)});
  const Rows& keys = answers["unique_keys"];
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (const auto at = by_oid.find(text(keys, i, 0)); at != by_oid.end())
      database.tables[at->second].unique_keys.push_back(
          {text(keys, i, 1), cut(keys.text(i, 2)), keys.truth(i, 3), keys.truth(i, 4), keys.truth(i, 5)});
  const Rows& domains = answers["domains"];
  for (std::size_t i = 0; i < domains.size(); ++i)
    database.domains.emplace_back(text(domains, i, 0) + "." + text(domains, i, 1), text(domains, i, 2));
  const Rows& triggers = answers["event_triggers"];
  for (std::size_t i = 0; i < triggers.size(); ++i) database.event_triggers.push_back(text(triggers, i, 0));
  const Rows& schemas = answers["schemas"];
  for (std::size_t i = 0; i < schemas.size(); ++i) database.schemas.push_back(text(schemas, i, 0));
  const Rows& roles = answers["roles"];
  for (std::size_t i = 0; i < roles.size(); ++i) database.roles.push_back(text(roles, i, 0));
  const Rows& writers = answers["writers"];
  for (std::size_t i = 0; i < writers.size(); ++i)
    if (const auto at = by_oid.find(text(writers, i, 0)); at != by_oid.end())
      database.tables[at->second].writers.push_back(text(writers, i, 1));
  const Rows& extensions = answers["extensions"];
  for (std::size_t i = 0; i < extensions.size(); ++i) database.extensions.push_back(text(extensions, i, 0));
  database.live = true;
  return database;
}

Result<DatabaseSchema> inspect_database(Session& session) {
  const Result<Rows> begun = session.query(std::string{resource("sql/inspect/begin.sql")});
  if (!begun) return begun.error();
  Result<DatabaseSchema> database = read_catalogue(session);
  (void)session.query("ROLLBACK");  // nothing was written; a failed one ends with the session
  return database;
}

}  // namespace idem
