#include "migrate/natural_key.hpp"

#include "base/resources.hpp"
#include "base/terminal.hpp"
#include "migrate/bind.hpp"
#include "migrate/render_sql.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>

namespace idem {

// --- "schema.table(a, b)" ------------------------------------------------------------------------------------------

static Result<std::string> take_name(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  std::string name;
  if (!text.empty() && text.front() == '"') {
    std::size_t at = 1;
    for (; at < text.size(); ++at) {
      if (text[at] == '"') {
        if (at + 1 == text.size() || text[at + 1] != '"') break;
        ++at;
      }
      name += text[at];
    }
    if (at >= text.size()) return Error{ErrorKind::usage, "--natural-key: a quote stays open"};
    text.remove_prefix(at + 1);
  } else {
    const std::size_t end = std::min(text.find_first_of(".,() "), text.size());
    name = text.substr(0, end);
    text.remove_prefix(end);
  }
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (name.empty())
    return Error{ErrorKind::usage, "--natural-key: expected table(column, ...), such as 'orders(order_number)'"};
  return name;
}

Result<NaturalKey> parse_natural_key(std::string_view text) {
  const Error malformed{ErrorKind::usage, "--natural-key: expected table(column, ...), such as 'orders(order_number)'"};
  NaturalKey key;
  Result<std::string> name = take_name(text);
  if (!name) return name.error();
  key.table = *name;
  if (text.starts_with(".")) {
    text.remove_prefix(1);
    name = take_name(text);
    if (!name) return name.error();
    key.table += "." + *name;
  }
  if (!text.starts_with("(") || !text.ends_with(")")) return malformed;
  do {
    text.remove_prefix(1);
    name = take_name(text);
    if (!name) return name.error();
    if (std::find(key.columns.begin(), key.columns.end(), *name) != key.columns.end()) return malformed;
    key.columns.push_back(*name);
  } while (text.starts_with(","));
  if (text != ")" || key.columns.size() > 32) return malformed;
  return key;
}

// --- the scripts ---------------------------------------------------------------------------------------------------

namespace {

struct Target {
  const Table* table = nullptr;
  std::vector<std::string> columns;
  std::string index;  // name of the index, unquoted
};

std::string column_list(const Target& target) {
  std::string out;
  for (const std::string& column : target.columns) out += (out.empty() ? "" : ", ") + quote_identifier(column);
  return out;
}

SqlValues values_for(const Target& target, const SideTableRequest& request) {
  SqlValues with;
  auto& values = with.values;
  std::string filled;
  std::string nullable;
  for (const std::string& name : target.columns) {
    const std::string test = quote_identifier(name) + " IS NOT NULL";
    filled += (filled.empty() ? "" : " AND ") + test;
    if (!target.table->find_column(name)->not_null) nullable += (nullable.empty() ? "" : " AND ") + test;
  }
  const std::string core = quote_qualified(target.table->schema, target.table->name);
  values["core"] = core;
  values["core_literal"] = quote_literal(core);
  values["columns"] = column_list(target);
  values["columns_literal"] = quote_literal("(" + column_list(target) + ")");
  values["filled"] = filled;
  values["where"] = nullable.empty() ? "" : " WHERE " + nullable;
  values["index_name"] = quote_identifier(target.index);
  values["index"] = quote_qualified(target.table->schema, target.index);
  values["index_literal"] = quote_literal(values["index"]);
  values["lock_timeout"] = fmt::format("'{}ms'", request.lock_timeout_ms);
  values["statement_timeout"] = fmt::format("'{}ms'", request.statement_timeout_ms);
  return with;
}

std::string filled(const char* name, const SqlValues& with) {
  return render_sql(resource(fmt::format("sql/natural_key/{}.sql", name)), with);
}

Script script(const std::string& slug, const std::string& title, std::vector<std::string> notes, std::string up,
              bool transactional, const SideTableRequest& request) {
  Script out;
  out.slug = slug;
  out.title = title;
  out.notes = std::move(notes);
  out.up = std::move(up);
  out.transactional = transactional;
  out.lock_timeout_ms = request.lock_timeout_ms;
  return out;
}

// A leftover taken away, then the index: two scripts outside any transaction.
void add_index(const Target& target, const std::string& slug, const SideTableRequest& request, Migration& migration) {
  const SqlValues with = values_for(target, request);
  const std::string core = with.values.at("core");
  Script leftover =
      script(slug + "_leftover", fmt::format("An INVALID leftover of {} is taken away", with.values.at("index")),
             {fmt::format("Locks: SHARE UPDATE EXCLUSIVE on {}; readers and writers go on.", core),
              "It drops the index under that name: run it only together with the script that creates it."},
             filled("drop_leftover.up", with), false, request);
  leftover.psql_up = filled("drop_leftover.psql", with);
  Script create =
      script(slug, fmt::format("Unique index over {} ({})", core, with.values.at("columns")),
             {fmt::format("Locks: SHARE UPDATE EXCLUSIVE on {}; readers and writers go on, other DDL waits.", core),
              "How long: two passes over the table, and as long as the oldest transaction lasts.",
              "Undo: drops the index concurrently."},
             filled("create.up", with), false, request);
  create.down = filled("create.down", with);
  create.down_notes = {fmt::format("Locks: SHARE UPDATE EXCLUSIVE on {}; readers and writers go on.", core)};
  migration.scripts.push_back(std::move(leftover));
  migration.scripts.push_back(std::move(create));
}

Result<std::vector<Target>> partitions_of(const DatabaseSchema& database, const Target& target) {
  const Table& table = *target.table;
  for (const std::string& column : table.partition_columns)
    if (std::find(target.columns.begin(), target.columns.end(), column) == target.columns.end())
      return Error{ErrorKind::usage,
                   fmt::format("--natural-key: {}.{} is partitioned by {}, which is not in the key: PostgreSQL can "
                               "keep ({}) unique only "
                               "inside each partition; put the key into a side table (idem migrate --table {}) instead",
                               printable(table.schema), printable(table.name), printable(column),
                               printable(fmt::format("{}", fmt::join(target.columns, ", "))), printable(table.name))};
  std::vector<Target> partitions;
  for (const Table& child : database.tables) {
    if (child.partition_of != table.schema + "." + table.name) continue;
    if (!child.partition_strategy.empty())
      return Error{ErrorKind::usage,
                   fmt::format("--natural-key: the partition {}.{} is partitioned again, which is not supported",
                               printable(child.schema), printable(child.name))};
    Target part{&child, target.columns, ""};
    part.index = derive_identifier(child.name, "_natural_key");
    partitions.push_back(part);
  }
  return partitions;
}

Result<Target> target_of(const DatabaseSchema& database, const NaturalKey& key) {
  const Result<const Table*> table = find_named_table(database, key.table);
  if (!table) {
    Error error = table.error();
    error.message.replace(0, std::min<std::size_t>(error.message.size(), 7), "--natural-key");
    return error;
  }
  Target target{*table, {}, ""};
  for (const std::string& name : {target.table->schema, target.table->name})
    if (const Result<void> ok = check_identifier(name); !ok) return ok.error().with_context("--natural-key");
  std::vector<std::string> wanted = key.columns;
  for (const std::string& name : wanted) {
    const Column* column = target.table->find_column(name);
    if (column == nullptr)
      return Error{ErrorKind::usage,
                   fmt::format("--natural-key: {}.{} has no column {}", printable(target.table->schema),
                               printable(target.table->name), printable(name))};
    if (const Result<void> ok = check_identifier(name); !ok) return ok.error().with_context("--natural-key");
    target.columns.push_back(name);
  }
  std::sort(wanted.begin(), wanted.end());
  for (const UniqueKey& known : target.table->unique_keys) {
    std::vector<std::string> columns = known.columns;
    std::sort(columns.begin(), columns.end());
    if (columns == wanted && known.valid && !known.partial)
      return Error{ErrorKind::usage, fmt::format("--natural-key: {}.{} is unique over these columns already{}",
                                                 printable(target.table->schema), printable(target.table->name),
                                                 known.name.empty() ? "" : " (" + printable(known.name) + ")")};
  }
  std::string suffix;
  for (const std::string& column : target.columns) suffix += "_" + column;
  target.index = derive_identifier(target.table->name + suffix, "_natural_key");
  return target;
}

}  // namespace

Result<Migration> natural_key_migration(const DatabaseSchema& database, const NaturalKey& key,
                                        const SideTableRequest& request) {
  const Result<Target> target = target_of(database, key);
  if (!target) return target.error();
  const SqlValues with = values_for(*target, request);
  const std::string core = with.values.at("core");
  for (const auto& [name, value] : with.values)
    if (value.find("$idem$") != std::string::npos)
      return Error{ErrorKind::usage, "--natural-key: a name with $idem$ in it would end our statements"};
  std::string slug = slug_of(target->index);
  if (slug.empty()) slug = "natural_key";
  Migration migration;
  migration.scripts.push_back(
      script("check_" + slug, fmt::format("No rows of {} repeat ({})", core, with.values.at("columns")),
             {fmt::format("Locks: ACCESS SHARE on {}; nobody waits for it. It changes nothing.", core),
              "How long: one pass over the table."},
             filled("check.up", with), true, request));
  if (target->table->partition_strategy.empty()) {
    add_index(*target, "create_" + slug, request, migration);
  } else {
    const Result<std::vector<Target>> partitions = partitions_of(database, *target);
    if (!partitions) return partitions.error();
    SqlValues parent = with;
    std::string attach;
    for (std::size_t i = 0; i < partitions->size(); ++i) {
      add_index((*partitions)[i], fmt::format("create_{}_{}", slug, i + 1), request, migration);
      SqlValues each;
      each.values["parent_index"] = with.values.at("index");
      each.values["child_index"] = quote_qualified((*partitions)[i].table->schema, (*partitions)[i].index);
      attach += filled("attach", each);
    }
    parent.values["attach"] = attach;
    Script whole = script(
        "create_" + slug,
        fmt::format("Unique index over {} ({}), put together from its partitions", core, with.values.at("columns")),
        {fmt::format(
            "Locks: SHARE on {} for an instant (no partition is read); undo takes ACCESS EXCLUSIVE for an instant.",
            core)},
        filled("parent.up", parent), true, request);
    whole.down = filled("parent.down", parent);
    whole.down_notes = {
        fmt::format("Locks: ACCESS EXCLUSIVE on {} for an instant, at most lock_timeout waited for.", core)};
    migration.scripts.push_back(std::move(whole));
    migration.remarks.push_back(
        "a partition made between these scripts leaves the parent's index INVALID; the last script tells");
  }
  migration.scripts.push_back(script("verify_" + slug, fmt::format("The unique index over {} is there and valid", core),
                                     {"Locks: none on any table."}, filled("verify.up", with), true, request));
  if (!with.values.at("where").empty())
    migration.remarks.push_back("rows with NULL in the key are not guarded by the index: " +
                                with.values.at("where").substr(1));
  return migration;
}

}  // namespace idem
