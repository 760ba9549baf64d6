#include "migrate/lint_rules.hpp"

#include "base/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace idem {

using nlohmann::json;

namespace {

std::string qualified(const json& relation) {
  const std::string schema = json_text(relation, "schemaname");
  return (schema.empty() ? "" : schema + ".") + json_text(relation, "relname");
}

class Statement {
 public:
  Statement(const json& node, std::string_view text, LintContext& context)
      : m_node(node), m_text(text), m_context(context) {}

  std::vector<LintHit> run(const std::string& kind) {
    if (kind == "TransactionStmt") transaction();
    if (kind == "VariableSetStmt") setting();
    if (kind == "CreateStmt") create_table();
    if (kind == "AlterTableStmt") alter_table();
    if (kind == "IndexStmt") create_index();
    if (kind == "CreateTrigStmt") trigger();
    if (kind == "RuleStmt") rule();
    if (kind == "DropStmt") drop();
    if (kind == "ReindexStmt" && m_text.find("CONCURRENTLY") == std::string_view::npos &&
        m_text.find("concurrently") == std::string_view::npos)
      hit("index-not-concurrent", "REINDEX", "REINDEX without CONCURRENTLY stops writers of its table",
          "Write REINDEX ... CONCURRENTLY, in a file of its own.");
    if (kind == "VacuumStmt" && m_text.find("FULL") != std::string_view::npos)
      hit("table-rewrite", "VACUUM FULL", "VACUUM FULL rewrites the table under ACCESS EXCLUSIVE",
          "Use pg_repack, or plain VACUUM.");
    if (kind == "ClusterStmt")
      hit("table-rewrite", "CLUSTER", "CLUSTER rewrites the table under ACCESS EXCLUSIVE", "Use pg_repack.");
    if (kind == "TruncateStmt") truncate();
    if (m_text.find("indisvalid") != std::string_view::npos) m_context.checks_validity = true;
    return std::move(m_hits);
  }

 private:
  void hit(const char* rule, const std::string& object, std::string message, std::string remedy) {
    m_hits.push_back({rule, object, std::move(message), std::move(remedy)});
  }

  bool is_core(const json& relation) const {
    const std::string name = qualified(relation);
    return !name.empty() && json_text(relation, "relpersistence") != "t" && !m_context.created.contains(name);
  }

  // A strong lock on a table that was there before needs a limit on how long it may be waited for.
  void needs_timeout(const std::string& table, const char* lock) {
    if (m_context.lock_timeout) return;
    hit("no-lock-timeout", table,
        fmt::format("takes {} on {} without a lock_timeout: everybody queues behind it while it waits", lock,
                    printable(table)),
        "SET LOCAL lock_timeout = '2s' first, and run the migration again when it fails.");
  }

  void transaction() {
    const std::string kind = json_text(m_node, "kind");
    if (kind == "TRANS_STMT_BEGIN" || kind == "TRANS_STMT_START") m_context.in_transaction = true;
    if (kind == "TRANS_STMT_COMMIT" || kind == "TRANS_STMT_ROLLBACK") m_context.in_transaction = false;
  }

  void setting() {
    if (json_text(m_node, "name") != "lock_timeout") return;
    const json& arguments = json_list(m_node, "args");
    const bool zero = !arguments.empty() && json_object(json_object(arguments[0], "A_Const"), "ival").empty() &&
                      json_text(json_object(json_object(arguments[0], "A_Const"), "sval"), "sval") == "0";
    const bool number_zero = !arguments.empty() && json_object(arguments[0], "A_Const").contains("ival") &&
                             json_object(json_object(arguments[0], "A_Const"), "ival").empty();
    m_context.lock_timeout = json_text(m_node, "kind") == "VAR_SET_VALUE" && !zero && !number_zero;
  }

  void foreign_key(const std::string& from, const json& constraint) {
    const json& target = json_object(constraint, "pktable");
    if (!is_core(target) || qualified(target) == from) return;
    m_context.memory->tables_with_fk.insert(from);
    hit("fk-to-core", qualified(target),
        fmt::format("the foreign key of {} to {} takes SHARE ROW EXCLUSIVE on {}, now (writers wait) and ACCESS "
                    "EXCLUSIVE when it is dropped",
                    printable(from), printable(qualified(target)), printable(qualified(target))),
        "Keep the link as a plain column; if the key must be, add it NOT VALID in a file of its own with a "
        "lock_timeout and validate it later.");
    needs_timeout(qualified(target), "SHARE ROW EXCLUSIVE");
  }

  static bool names_key(const std::string& column) {
    static constexpr std::array<std::string_view, 7> kNames{
        "key", "idempotency_key", "key_digest", "request_id", "event_id", "message_id", "idempotency_key_hash"};
    return std::find(kNames.begin(), kNames.end(), column) != kNames.end();
  }

  void unique_key(const std::string& table, const std::vector<std::string>& columns) {
    const auto partition = m_context.partitioned_by.find(table);
    if (partition == m_context.partitioned_by.end()) return;
    const bool with_day = std::find(columns.begin(), columns.end(), partition->second) != columns.end();
    if (!with_day || std::none_of(columns.begin(), columns.end(), names_key)) return;
    hit("day-partitioned-unique", table,
        fmt::format("{} is partitioned by {}, so its key is unique per partition only: a retry across the boundary "
                    "claims it a second time",
                    printable(table), printable(partition->second)),
        "Keep the claims in a plain or hash-partitioned table; `idem migrate --partition narrow` writes one beside "
        "responses by day.");
  }

  void create_table() {
    const json& relation = json_object(m_node, "relation");
    const std::string name = qualified(relation);
    for (const json& parent : json_list(m_node, "inhRelations")) {
      const json& bound = json_object(m_node, "partbound");
      if (bound.empty()) continue;
      const json& of = json_object(parent, "RangeVar");
      if (is_core(of)) needs_timeout(qualified(of), "ACCESS EXCLUSIVE");
      if (json_flag(bound, "is_default")) default_partition(qualified(of));
    }
    m_context.created.insert(name);
    const json& partition = json_object(m_node, "partspec");
    const json& parts = json_list(partition, "partParams");
    if (json_text(partition, "strategy") == "range" && parts.size() == 1)
      m_context.partitioned_by[name] = json_text(json_object(parts[0], "PartitionElem"), "name");
    std::set<std::string> filled;
    std::vector<std::pair<std::vector<std::string>, bool>> keys;  // columns, primary
    for (const json& element : json_list(m_node, "tableElts")) {
      const json& column = json_object(element, "ColumnDef");
      if (!column.empty())
        for (const json& item : json_list(column, "constraints"))
          table_constraint(name, json_object(item, "Constraint"), json_text(column, "colname"), filled, keys);
      if (element.contains("Constraint")) table_constraint(name, element["Constraint"], "", filled, keys);
    }
    for (const auto& [columns, primary] : keys) {
      unique_key(name, columns);
      for (const std::string& column : columns)
        if (!primary && !filled.contains(column) && std::any_of(columns.begin(), columns.end(), names_key))
          hit("nullable-key", name,
              fmt::format(
                  "{} is part of a unique key of {} and may be NULL: rows with NULL are never equal, so they repeat",
                  printable(column), printable(name)),
              "Declare it NOT NULL, with a constant where there is one tenant.");
    }
  }

  void table_constraint(const std::string& table, const json& constraint, const std::string& column,
                        std::set<std::string>& filled, std::vector<std::pair<std::vector<std::string>, bool>>& keys) {
    const std::string kind = json_text(constraint, "contype");
    if (kind == "CONSTR_FOREIGN") foreign_key(table, constraint);
    if (kind == "CONSTR_NOTNULL") filled.insert(column);
    if (kind != "CONSTR_PRIMARY" && kind != "CONSTR_UNIQUE") return;
    std::vector<std::string> columns = json_names(json_list(constraint, "keys"));
    if (columns.empty() && !column.empty()) columns = {column};
    keys.emplace_back(std::move(columns), kind == "CONSTR_PRIMARY");
  }

  void default_partition(const std::string& parent) {
    hit("default-partition", parent,
        fmt::format("a default partition of {} makes every later ATTACH and CREATE ... PARTITION OF lock and scan it, "
                    "and DETACH CONCURRENTLY impossible",
                    printable(parent)),
        "Make partitions ahead of time instead, and alert when the last one is near.");
  }

  static bool volatile_default(const json& column) {
    static constexpr std::array<std::string_view, 7> kVolatile{
        "random", "gen_random_uuid", "clock_timestamp", "uuid_generate_v4", "nextval", "uuidv7", "timeofday"};
    const std::vector<std::string> type = json_names(json_list(json_object(column, "typeName"), "names"));
    if (!type.empty() && type.back().find("serial") != std::string::npos) return true;
    for (const json& item : json_list(column, "constraints")) {
      const json& constraint = json_object(item, "Constraint");
      const std::string kind = json_text(constraint, "contype");
      if (kind == "CONSTR_GENERATED" || kind == "CONSTR_IDENTITY") return true;
      const std::vector<std::string> function =
          json_names(json_list(json_object(json_object(constraint, "raw_expr"), "FuncCall"), "funcname"));
      if (kind == "CONSTR_DEFAULT" && !function.empty() &&
          std::find(kVolatile.begin(), kVolatile.end(), function.back()) != kVolatile.end())
        return true;
    }
    return false;
  }

  void alter_table() {
    const json& relation = json_object(m_node, "relation");
    if (!is_core(relation) || json_text(m_node, "objtype") != "OBJECT_TABLE") return;
    const std::string table = qualified(relation);
    bool strong = false;
    for (const json& item : json_list(m_node, "cmds"))
      strong = alter_command(table, json_object(item, "AlterTableCmd")) || strong;
    if (strong) needs_timeout(table, "ACCESS EXCLUSIVE");
  }

  // Whether the command takes a lock that stops readers or writers.
  bool alter_command(const std::string& table, const json& command) {
    const std::string kind = json_text(command, "subtype");
    const json& definition = json_object(command, "def");
    if (kind == "AT_ValidateConstraint" || kind == "AT_SetStatistics" || kind == "AT_SetRelOptions") return false;
    if (kind == "AT_AlterColumnType")
      hit("table-rewrite", table,
          fmt::format("changing the type of {}.{} rewrites the table under ACCESS EXCLUSIVE", printable(table),
                      printable(json_text(command, "name"))),
          "Add a new column, fill it in batches, and switch.");
    if (kind == "AT_AddColumn" && volatile_default(json_object(definition, "ColumnDef")))
      hit("table-rewrite", table,
          fmt::format("a column of {} with a default that differs per row rewrites the table under ACCESS EXCLUSIVE",
                      printable(table)),
          "Add it without a default, set the default, and fill old rows in batches.");
    if (kind == "AT_AddColumn")
      for (const json& item : json_list(json_object(definition, "ColumnDef"), "constraints"))
        if (json_text(json_object(item, "Constraint"), "contype") == "CONSTR_FOREIGN")
          foreign_key(table, json_object(item, "Constraint"));
    if (kind == "AT_AddConstraint") {
      const json& constraint = json_object(definition, "Constraint");
      const std::string type = json_text(constraint, "contype");
      if (type == "CONSTR_FOREIGN") foreign_key(table, constraint);
      if ((type == "CONSTR_UNIQUE" || type == "CONSTR_PRIMARY") && json_text(constraint, "indexname").empty())
        hit("index-not-concurrent", table,
            fmt::format("the unique constraint builds its index under ACCESS EXCLUSIVE on {}", printable(table)),
            "CREATE UNIQUE INDEX CONCURRENTLY first, then ADD CONSTRAINT ... USING INDEX; `idem migrate --natural-key` "
            "writes it.");
    }
    if (kind == "AT_AttachPartition" &&
        json_flag(json_object(json_object(definition, "PartitionCmd"), "bound"), "is_default"))
      default_partition(table);
    if (m_context.down && (kind == "AT_DropConstraint" || kind == "AT_DropColumn"))
      hit("down-locks-core", table,
          fmt::format("the way back takes ACCESS EXCLUSIVE on {}, in the hour when things are already going wrong",
                      printable(table)),
          "Make the way forward so that its undo needs no business table; else give it a lock_timeout and a file of "
          "its own.");
    return true;
  }

  void create_index() {
    const json& relation = json_object(m_node, "relation");
    const std::string table = qualified(relation);
    const bool concurrent = json_flag(m_node, "concurrent");
    const std::string name = json_text(m_node, "idxname");
    if (json_flag(m_node, "unique")) {
      std::vector<std::string> columns;
      for (const json& element : json_list(m_node, "indexParams"))
        columns.push_back(json_text(json_object(element, "IndexElem"), "name"));
      unique_key(table, columns);
    }
    if (concurrent) {
      concurrently(name);
      if (json_flag(m_node, "if_not_exists") && !m_context.checks_validity &&
          !m_context.memory->dropped_indexes.contains(name))
        hit("index-over-invalid", name,
            fmt::format("IF NOT EXISTS skips over an INVALID {} that a failed build left, and nothing is unique",
                        printable(name)),
            "DROP INDEX CONCURRENTLY IF EXISTS it first, or look at pg_index.indisvalid.");
      return;
    }
    if (!is_core(relation)) return;
    hit("index-not-concurrent", table,
        fmt::format("CREATE INDEX stops writers of {} while it is built", printable(table)),
        "CREATE INDEX CONCURRENTLY, alone in a file that runs outside a transaction.");
    needs_timeout(table, "SHARE");
  }

  // CONCURRENTLY must stand outside a transaction, and a tool that sends a file as one query makes one of it.
  void concurrently(const std::string& name) {
    if (m_context.in_transaction)
      hit("concurrently-mixed", name, fmt::format("CONCURRENTLY cannot run inside a transaction ({})", printable(name)),
          "Put it into a file of its own, outside any transaction.");
    else if (m_context.statements > 1)
      hit("concurrently-mixed", name,
          fmt::format("{} is built in a file with other statements: a tool that sends the file as one query makes a "
                      "transaction of it",
                      printable(name)),
          "Give every CONCURRENTLY a file of its own.");
  }

  void trigger() {
    const json& relation = json_object(m_node, "relation");
    if (!is_core(relation)) return;
    const std::string table = qualified(relation);
    hit("trigger-on-core", table,
        fmt::format("CREATE TRIGGER takes SHARE ROW EXCLUSIVE on {}: writers wait, and from then on pay for it",
                    printable(table)),
        "Let the application write the side table; a trigger cannot see the key anyway.");
    needs_timeout(table, "SHARE ROW EXCLUSIVE");
  }

  void rule() {
    const json& relation = json_object(m_node, "relation");
    if (!is_core(relation)) return;
    hit("trigger-on-core", qualified(relation),
        fmt::format("CREATE RULE takes ACCESS EXCLUSIVE on {} and rewrites its statements",
                    printable(qualified(relation))),
        "Do without; PostgreSQL's own manual advises against rules.");
    needs_timeout(qualified(relation), "ACCESS EXCLUSIVE");
  }

  void truncate() {
    for (const json& item : json_list(m_node, "relations"))
      if (const json& relation = json_object(item, "RangeVar"); is_core(relation))
        needs_timeout(qualified(relation), "ACCESS EXCLUSIVE");
  }

  void drop() {
    const std::string kind = json_text(m_node, "removeType");
    for (const json& object : json_list(m_node, "objects")) {
      const std::vector<std::string> names = json_names(json_list(json_object(object, "List"), "items"));
      if (names.empty()) continue;
      std::string name = names.back();
      for (std::size_t i = names.size() - 1; i-- > 0;) name = names[i] + "." + name;
      if (kind == "OBJECT_INDEX") drop_index(name, names.back());
      if (kind == "OBJECT_TABLE" && m_context.memory->tables_with_fk.contains(name) && m_context.down)
        hit("down-locks-core", name,
            fmt::format("dropping {} with its foreign key takes ACCESS EXCLUSIVE on the table it points to",
                        printable(name)),
            "Do without the foreign key: the link can be a plain column.");
    }
  }

  void drop_index(const std::string& name, const std::string& bare) {
    m_context.memory->dropped_indexes.insert(bare);
    if (json_flag(m_node, "concurrent")) return concurrently(name);
    hit("index-not-concurrent", name, fmt::format("DROP INDEX {} takes ACCESS EXCLUSIVE on its table", printable(name)),
        "DROP INDEX CONCURRENTLY, alone in a file outside a transaction.");
  }

  const json& m_node;
  std::string_view m_text;
  LintContext& m_context;
  std::vector<LintHit> m_hits;
};

}  // namespace

std::vector<LintHit> lint_statement(const json& tree, std::string_view text, LintContext& context) {
  if (tree.size() != 1) return {};
  const std::string kind = tree.begin().key();
  Statement statement{tree.begin().value(), text, context};
  return statement.run(kind);
}

}  // namespace idem
