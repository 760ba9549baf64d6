// CREATE and DROP of tables: foreign keys, unique keys and partitions.
#include "base/sql_quote.hpp"
#include "base/terminal.hpp"
#include "migrate/lint_statement.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace idem {

using nlohmann::json;

static bool contains(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

// Columns that name one intention, in the spellings people use.
static bool names_key(const std::string& column) {
  static constexpr std::array<std::string_view, 9> kNames{"key",        "idempotency_key", "idempotencyKey",
                                                          "key_digest", "request_id",      "event_id",
                                                          "message_id", "request_key",     "idempotency_key_hash"};
  return std::find(kNames.begin(), kNames.end(), column) != kNames.end();
}

void LintStatement::create_table() {
  const json& relation = json_object(m_node, "relation");
  const RelationName table = relation_name(relation);
  for (const json& parent : json_list(m_node, "inhRelations")) {
    const json& bound = json_object(m_node, "partbound");
    if (bound.empty()) continue;
    const RelationName of = relation_name(json_object(parent, "RangeVar"));
    m_context.partition_of[table.name] = of.name;
    locks(of, kAccessExclusive);
    if (json_flag(bound, "is_default")) default_partition(of);
  }
  m_context.created.insert(table);
  if (!m_context.down) m_context.memory->created.insert(table);
  const json& partition = json_object(m_node, "partspec");
  if (!partition.empty()) {
    LintPartitioning& partitioning = m_context.partitioned[table.name];
    partitioning.strategy = json_text(partition, "strategy");
    for (const json& part : json_list(partition, "partParams"))
      partitioning.columns.push_back(json_text(json_object(part, "PartitionElem"), "name"));
  }
  std::set<std::string> filled;
  std::vector<std::string> columns;
  std::vector<Key> keys;
  for (const json& element : json_list(m_node, "tableElts")) {
    const json& column = json_object(element, "ColumnDef");
    if (!column.empty()) {
      const std::string name = json_text(column, "colname");
      columns.push_back(name);
      for (const json& item : json_list(column, "constraints"))
        element_constraint(table, json_object(item, "Constraint"), name, filled, keys);
    }
    if (element.contains("Constraint")) element_constraint(table, element["Constraint"], "", filled, keys);
  }
  for (const Key& key : keys)
    if (key.primary) filled.insert(key.columns.begin(), key.columns.end());
  for (const std::string& column : columns)
    if (!filled.contains(column)) m_context.not_filled[table.name].insert(column);
  for (const Key& key : keys) {
    unique_key(table, key.columns);
    if (!key.primary) nullable_key(table, key.columns);
  }
}

void LintStatement::create_table_as() {
  m_context.created.insert(relation_name(json_object(json_object(m_node, "into"), "rel")));
}

void LintStatement::element_constraint(const RelationName& table, const json& constraint, const std::string& column,
                                       std::set<std::string>& filled, std::vector<Key>& keys) {
  const std::string kind = json_text(constraint, "contype");
  if (kind == "CONSTR_FOREIGN") foreign_key(table, constraint, column);
  if (kind == "CONSTR_NOTNULL" || kind == "CONSTR_IDENTITY") filled.insert(column);
  if (kind != "CONSTR_PRIMARY" && kind != "CONSTR_UNIQUE") return;
  Key key{json_names(json_list(constraint, "keys")), kind == "CONSTR_PRIMARY"};
  if (key.columns.empty() && !column.empty()) key.columns = {column};
  if (json_flag(constraint, "nulls_not_distinct")) filled.insert(key.columns.begin(), key.columns.end());
  keys.push_back(std::move(key));
}

void LintStatement::foreign_key(const RelationName& from, const json& constraint, const std::string& column) {
  const RelationName target = relation_name(json_object(constraint, "pktable"));
  if (!is_core(target) || target.text() == from.text()) return;
  if (!m_context.down) {
    std::string name = json_text(constraint, "conname");
    std::vector<std::string> columns = json_names(json_list(constraint, "fk_attrs"));
    if (columns.empty()) columns = {column};
    if (name.empty())  // as the server names it
      name = derive_identifier(from.name, fmt::format("_{}_fkey", fmt::join(columns, "_")));
    m_context.memory->keys[from.name].insert(target.text());
    m_context.memory->constraints[from.name + "." + name] = target.text();
  }
  hit("fk-to-core", target.text(),
      fmt::format("the foreign key from {} to {} takes SHARE ROW EXCLUSIVE on {} now, so that writers wait, and ACCESS "
                  "EXCLUSIVE when it is dropped",
                  printable(from.text()), printable(target.text()), printable(target.text())),
      "Keep the link as a plain column. If the key must be, add it NOT VALID in a file of its own with a lock_timeout, "
      "and validate it in a later one.");
  locks(target, kShareRowExclusive);
}

// A key over partitions is unique in each of them alone, unless it holds what they are split by.
void LintStatement::unique_key(const RelationName& table, const std::vector<std::string>& columns) {
  const auto parent = m_context.partition_of.find(table.name);
  const auto found = m_context.partitioned.find(parent == m_context.partition_of.end() ? table.name : parent->second);
  if (found == m_context.partitioned.end()) return;
  const auto& [name, partitioning] = *found;
  const bool holds_all = std::all_of(partitioning.columns.begin(), partitioning.columns.end(),
                                     [&](const std::string& column) { return contains(columns, column); });
  const std::string by = fmt::format("{}", fmt::join(partitioning.columns, ", "));
  const char* const remedy =
      "Keep the claims in a plain or hash-partitioned table: idem migrate --partition narrow writes one beside "
      "responses by day.";
  if (!holds_all && name == table.name)
    return hit(
        "day-partitioned-unique", table.text(),
        fmt::format("{} is partitioned by {}, which its unique key ({}) does not hold: PostgreSQL refuses it",
                    printable(table.text()), printable(by), printable(fmt::format("{}", fmt::join(columns, ", ")))),
        remedy);
  if (partitioning.strategy == "hash" || std::none_of(columns.begin(), columns.end(), names_key)) return;
  const bool key_is_split_by =
      std::any_of(partitioning.columns.begin(), partitioning.columns.end(), names_key) && holds_all;
  if (key_is_split_by) return;
  hit("day-partitioned-unique", table.text(),
      fmt::format("{} is split by {}, so its key is unique per partition only: a retry across the boundary claims it a "
                  "second time",
                  printable(name), printable(by)),
      remedy);
}

// The tenant beside the key, not the key: a request without a key is NULL there on purpose.
void LintStatement::nullable_key(const RelationName& table, const std::vector<std::string>& columns) {
  const auto may_be_null = m_context.not_filled.find(table.name);
  if (may_be_null == m_context.not_filled.end() || std::none_of(columns.begin(), columns.end(), names_key)) return;
  for (const std::string& column : columns)
    if (!names_key(column) && may_be_null->second.contains(column))
      hit("nullable-key", table.text(),
          fmt::format(
              "{} is part of a unique key of {} and may be NULL: rows with NULL are never equal, so they repeat",
              printable(column), printable(table.text())),
          "Declare it NOT NULL, with a constant where there is one tenant.");
}

void LintStatement::default_partition(const RelationName& parent) {
  hit("default-partition", parent.text(),
      fmt::format("a default partition of {} makes every later ATTACH and PARTITION OF lock and scan it, and DETACH "
                  "CONCURRENTLY impossible",
                  printable(parent.text())),
      "Make partitions ahead of time instead, and alert when the last one is near.");
}

void LintStatement::drop() {
  const std::string kind = json_text(m_node, "removeType");
  for (const json& object : json_list(m_node, "objects")) {
    std::vector<std::string> names = json_names(json_list(json_object(object, "List"), "items"));
    if (names.empty()) continue;
    const bool of_table = kind == "OBJECT_TRIGGER" || kind == "OBJECT_POLICY" || kind == "OBJECT_RULE";
    if (of_table) names.pop_back();  // what is left names the table
    if (names.empty()) continue;
    const RelationName name{names.size() > 1 ? names[names.size() - 2] : "", names.back()};
    if (of_table) locks(name, kAccessExclusive);
    if (kind == "OBJECT_INDEX") drop_index(name);
    if (kind == "OBJECT_TABLE") drop_table(name);
  }
}

void LintStatement::drop_table(const RelationName& table) {
  const auto keys = m_context.memory->keys.find(table.name);
  if (keys != m_context.memory->keys.end())
    for (const std::string& target : keys->second)
      hit("down-locks-core", table.text(),
          fmt::format("dropping {} drops its foreign key, which takes ACCESS EXCLUSIVE on {}: its readers wait too",
                      printable(table.text()), printable(target)),
          "Do without the foreign key: the link can be a plain column.");
  if (!m_context.memory->created.contains(table)) locks(table, kAccessExclusive);
}

}  // namespace idem
