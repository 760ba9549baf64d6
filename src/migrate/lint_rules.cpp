#include "migrate/lint_rules.hpp"

#include "base/terminal.hpp"
#include "migrate/lint_statement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace idem {

using nlohmann::json;

RelationName relation_name(const json& range_var) {
  return {json_text(range_var, "schemaname"), json_text(range_var, "relname")};
}

// Of a list of {"DefElem": {"defname": ...}}: is the option there?
static bool has_option(const json& options, std::string_view name) {
  return std::any_of(options.begin(), options.end(),
                     [&](const json& each) { return json_text(json_object(each, "DefElem"), "defname") == name; });
}

std::vector<LintHit> lint_statement(const json& tree, LintContext& context) {
  if (tree.size() != 1) return {};
  return LintStatement{tree.begin().value(), context}.run(tree.begin().key());
}

std::vector<LintHit> LintStatement::run(const std::string& kind) {
  static constexpr std::pair<const char*, void (LintStatement::*)()> kParts[] = {
      {"TransactionStmt", &LintStatement::transaction},
      {"VariableSetStmt", &LintStatement::setting},
      {"SelectStmt", &LintStatement::set_config},
      {"CreateStmt", &LintStatement::create_table},
      {"CreateTableAsStmt", &LintStatement::create_table_as},
      {"AlterTableStmt", &LintStatement::alter_table},
      {"IndexStmt", &LintStatement::create_index},
      {"ReindexStmt", &LintStatement::reindex},
      {"CreateTrigStmt", &LintStatement::trigger},
      {"RuleStmt", &LintStatement::rule},
      {"DropStmt", &LintStatement::drop},
      {"LockStmt", &LintStatement::lock_table},
      {"TruncateStmt", &LintStatement::truncate},
      {"VacuumStmt", &LintStatement::vacuum},
      {"RenameStmt", &LintStatement::rename},
  };
  for (const auto& [name, part] : kParts)
    if (kind == name) (this->*part)();
  if (kind == "ClusterStmt" && is_core(json_object(m_node, "relation")))
    hit("table-rewrite", relation_name(json_object(m_node, "relation")).text(),
        "CLUSTER rewrites the table under ACCESS EXCLUSIVE", "Use pg_repack.");
  if (kind == "CreatePolicyStmt" || kind == "AlterPolicyStmt")
    locks(relation_name(json_object(m_node, "table")), kAccessExclusive);
  if (kind == "AlterObjectSchemaStmt" && json_text(m_node, "objectType") == "OBJECT_TABLE")
    locks(relation_name(json_object(m_node, "relation")), kAccessExclusive);
  tell_locks();
  return std::move(m_hits);
}

void LintStatement::hit(const char* rule, const std::string& object, std::string message, std::string remedy,
                        bool unsure) {
  m_hits.push_back({rule, object, std::move(message), std::move(remedy), unsure});
}

bool LintStatement::is_core(const RelationName& relation) const {
  return !relation.name.empty() && !m_context.created.contains(relation);
}

bool LintStatement::is_core(const json& range_var) const {
  return json_text(range_var, "relpersistence") != "t" && is_core(relation_name(range_var));
}

void LintStatement::locks(const RelationName& relation, const char* level) {
  if (!is_core(relation)) return;
  const std::pair<std::string, std::string> lock{relation.text(), level};
  for (auto& [table, known] : m_locks)
    if (table == lock.first) {
      if (known != kAccessExclusive) known = level;
      return;
    }
  m_locks.push_back(lock);
}

// A strong lock on a table that was there before needs a limit on how long it may be waited for.
void LintStatement::tell_locks() {
  if (m_locks.empty() || m_context.lock_timeout || m_context.told_timeout) return;
  m_context.told_timeout = true;
  std::string taken;
  bool exclusive = false;
  for (const auto& [table, level] : m_locks) {
    taken += fmt::format("{}{} on {}", taken.empty() ? "" : " and ", level, printable(table));
    exclusive = exclusive || level == kAccessExclusive;
  }
  if (m_context.down && exclusive)
    return hit(
        "down-locks-core", m_locks[0].first,
        fmt::format("the way back takes {} with no lock_timeout set, in the hour when things are going wrong", taken),
        "SET LOCAL lock_timeout = '2s' first. Better still, go forward so that the undo needs no table that "
        "was there before.");
  hit("no-lock-timeout", m_locks[0].first,
      fmt::format("takes {} with no lock_timeout set: while it waits, everybody queues behind it", taken),
      "SET LOCAL lock_timeout = '2s' before it, and run the migration again when it fails.");
}

// --- settings ------------------------------------------------------------------------------------------------------

void LintStatement::transaction() {
  const std::string kind = json_text(m_node, "kind");
  if (kind == "TRANS_STMT_BEGIN" || kind == "TRANS_STMT_START") m_context.in_transaction = true;
  if (kind != "TRANS_STMT_COMMIT" && kind != "TRANS_STMT_ROLLBACK") return;
  m_context.in_transaction = false;
  if (std::exchange(m_context.local_timeout, false)) m_context.lock_timeout = false;
}

// "0", "0ms" and 0 switch the limit off.
static bool is_zero(const json& constant) {
  if (constant.contains("ival")) return !json_object(constant, "ival").contains("ival");
  const std::string text = json_text(json_object(constant, "sval"), "sval");
  return !text.empty() && text[0] == '0' && text.find_first_of("123456789") == std::string::npos;
}

void LintStatement::setting() {
  const std::string kind = json_text(m_node, "kind");
  if (kind != "VAR_RESET_ALL" && json_text(m_node, "name") != "lock_timeout") return;
  const json& arguments = json_list(m_node, "args");
  m_context.lock_timeout =
      kind == "VAR_SET_VALUE" && !arguments.empty() && !is_zero(json_object(arguments[0], "A_Const"));
  m_context.local_timeout = m_context.lock_timeout && json_flag(m_node, "is_local");
}

// SELECT set_config('lock_timeout', '2s', false)
void LintStatement::set_config() {
  for (const json& target : json_list(m_node, "targetList")) {
    const json& call = json_object(json_object(json_object(target, "ResTarget"), "val"), "FuncCall");
    const std::vector<std::string> function = json_names(json_list(call, "funcname"));
    const json& arguments = json_list(call, "args");
    if (function.empty() || function.back() != "set_config" || arguments.size() != 3) continue;
    const json& name = json_object(json_object(arguments[0], "A_Const"), "sval");
    if (json_text(name, "sval") == "lock_timeout")
      m_context.lock_timeout = !is_zero(json_object(arguments[1], "A_Const"));
  }
}

// --- indexes -------------------------------------------------------------------------------------------------------

void LintStatement::create_index() {
  const json& range_var = json_object(m_node, "relation");
  const RelationName table = relation_name(range_var);
  const std::string name = json_text(m_node, "idxname");
  const bool unique = json_flag(m_node, "unique");
  if (unique) {
    std::vector<std::string> columns;
    for (const json& element : json_list(m_node, "indexParams"))
      columns.push_back(json_text(json_object(element, "IndexElem"), "name"));
    unique_key(table, columns);
    if (!m_node.contains("whereClause") && !json_flag(m_node, "nulls_not_distinct")) nullable_key(table, columns);
  }
  const bool core = is_core(range_var);
  if (!core) m_context.created_indexes.insert(name);
  if (json_flag(m_node, "concurrent")) {
    concurrently(name);
    if (json_flag(m_node, "if_not_exists") && !m_context.checks_validity &&
        !m_context.memory->dropped_indexes.contains(name))
      hit("index-over-invalid", name,
          fmt::format("IF NOT EXISTS skips over an INVALID {} that a failed build left, and {}", printable(name),
                      unique ? "nothing is unique" : "no query uses it"),
          "DROP INDEX CONCURRENTLY IF EXISTS it first, or look at pg_index.indisvalid afterwards.");
    return;
  }
  if (!core) return;
  const bool builds = json_flag(range_var, "inh");  // ON ONLY a partitioned table: catalogue rows, no partition is read
  if (!builds) return locks(table, kShare);
  hit("index-not-concurrent", table.text(),
      fmt::format("CREATE INDEX stops writers of {} while it is built", printable(table.text())),
      "CREATE INDEX CONCURRENTLY, alone in a file that runs outside a transaction.");
  locks(table, kShare);
}

void LintStatement::reindex() {
  const RelationName name = relation_name(json_object(m_node, "relation"));
  const std::string what = name.name.empty() ? json_text(m_node, "name") : name.text();
  if (has_option(json_list(m_node, "params"), "concurrently")) return concurrently(what);
  if (m_context.created.contains(name) || m_context.created_indexes.contains(name.name)) return;
  hit("index-not-concurrent", what,
      fmt::format("REINDEX of {} without CONCURRENTLY stops writers, and readers of the index", printable(what)),
      "REINDEX ... CONCURRENTLY, in a file of its own.");
}

// CONCURRENTLY must stand outside a transaction, and a tool that sends a file as one query makes one of it.
void LintStatement::concurrently(const std::string& name) {
  if (m_context.in_transaction)
    hit("concurrently-mixed", name, fmt::format("CONCURRENTLY cannot run inside a transaction ({})", printable(name)),
        "Put it into a file of its own, outside any transaction.");
  else if (m_context.statements > 1 && m_context.one_query)
    hit("concurrently-mixed", name,
        fmt::format("CONCURRENTLY ({}) stands in a file with other statements: a tool that sends the file as one query "
                    "makes a transaction of it",
                    printable(name)),
        "Give every CONCURRENTLY a file of its own.");
}

void LintStatement::drop_index(const RelationName& index) {
  if (!m_context.down) m_context.memory->dropped_indexes.insert(index.name);
  if (json_flag(m_node, "concurrent")) return concurrently(index.text());
  if (m_context.created_indexes.contains(index.name)) return;
  hit("index-not-concurrent", index.text(),
      fmt::format("DROP INDEX {} takes ACCESS EXCLUSIVE on its table", printable(index.text())),
      "DROP INDEX CONCURRENTLY, alone in a file outside a transaction.");
}

// --- triggers, rules, locks ----------------------------------------------------------------------------------------

void LintStatement::trigger() {
  const json& range_var = json_object(m_node, "relation");
  if (!is_core(range_var)) return;
  const RelationName table = relation_name(range_var);
  hit("trigger-on-core", table.text(),
      fmt::format("CREATE TRIGGER takes SHARE ROW EXCLUSIVE on {}: writers wait, and from then on pay for it",
                  printable(table.text())),
      "Let the application write the side table; a trigger sees rows, not requests, and cannot know the key.");
  locks(table, kShareRowExclusive);
}

void LintStatement::rule() {
  const json& range_var = json_object(m_node, "relation");
  if (!is_core(range_var)) return;
  const RelationName table = relation_name(range_var);
  hit("trigger-on-core", table.text(),
      fmt::format("CREATE RULE takes ACCESS EXCLUSIVE on {} and changes what its statements do",
                  printable(table.text())),
      "Do without; PostgreSQL's own manual advises against rules.");
  locks(table, kAccessExclusive);
}

void LintStatement::lock_table() {
  constexpr int kShareMode = 5;  // src/include/storage/lockdefs.h: 5 SHARE to 8 ACCESS EXCLUSIVE stop writers
  const auto mode = m_node.find("mode");
  const int level = mode != m_node.end() && mode->is_number_integer() ? mode->get<int>() : 0;
  if (level < kShareMode || json_flag(m_node, "nowait")) return;
  for (const json& item : json_list(m_node, "relations"))
    locks(relation_name(json_object(item, "RangeVar")), level == 8 ? kAccessExclusive : kShareRowExclusive);
}

void LintStatement::truncate() {
  for (const json& item : json_list(m_node, "relations"))
    if (const json& range_var = json_object(item, "RangeVar"); is_core(range_var))
      locks(relation_name(range_var), kAccessExclusive);
}

void LintStatement::vacuum() {
  if (!has_option(json_list(m_node, "options"), "full")) return;
  hit("table-rewrite", "VACUUM FULL", "VACUUM FULL rewrites the table under ACCESS EXCLUSIVE",
      "Use pg_repack, or plain VACUUM.");
}

void LintStatement::rename() {
  const RelationName table = relation_name(json_object(m_node, "relation"));
  const std::string kind = json_text(m_node, "renameType");
  if (kind == "OBJECT_TABLE" && m_context.created.contains(table))
    m_context.created.insert({table.schema, json_text(m_node, "newname")});
  const bool column = kind == "OBJECT_COLUMN" && json_text(m_node, "relationType") == "OBJECT_TABLE";
  if (kind == "OBJECT_TABLE" || column || kind == "OBJECT_TABCONSTRAINT") locks(table, kAccessExclusive);
}

}  // namespace idem
