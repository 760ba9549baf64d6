// ALTER TABLE: what each command locks, builds or rewrites.
#include "base/terminal.hpp"
#include "migrate/lint_statement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace idem {

using nlohmann::json;

// Commands whose lock (SHARE UPDATE EXCLUSIVE or less) stops neither readers nor writers.
static bool is_gentle(const std::string& command) {
  static constexpr std::array<std::string_view, 9> kGentle{
      "AT_ValidateConstraint", "AT_SetStatistics", "AT_SetRelOptions", "AT_ResetRelOptions",        "AT_ClusterOn",
      "AT_DropCluster",        "AT_SetOptions",    "AT_ResetOptions",  "AT_DetachPartitionFinalize"};
  return std::find(kGentle.begin(), kGentle.end(), command) != kGentle.end();
}

void LintStatement::alter_table() {
  if (json_text(m_node, "objtype") != "OBJECT_TABLE") return;
  const json& range_var = json_object(m_node, "relation");
  for (const json& item : json_list(m_node, "cmds"))
    alter_command(relation_name(range_var), is_core(range_var), json_object(item, "AlterTableCmd"));
}

void LintStatement::alter_command(const RelationName& table, bool core, const json& command) {
  const std::string kind = json_text(command, "subtype");
  const json& definition = json_object(command, "def");
  if (kind == "AT_AddConstraint") return add_constraint(table, core, json_object(definition, "Constraint"));
  if (kind == "AT_SetNotNull") m_context.not_filled[table.name].erase(json_text(command, "name"));
  if (kind == "AT_DropConstraint") drop_constraint(table, json_text(command, "name"));
  if (kind == "AT_AttachPartition") {
    const json& partition = json_object(definition, "PartitionCmd");
    const RelationName child = relation_name(json_object(partition, "name"));
    m_context.partition_of[child.name] = table.name;
    if (json_flag(json_object(partition, "bound"), "is_default")) default_partition(table);
    return locks(child, kAccessExclusive);  // the parent's own lock is a weak one
  }
  if (kind == "AT_DetachPartition" && json_flag(json_object(definition, "PartitionCmd"), "concurrent"))
    return concurrently(relation_name(json_object(json_object(definition, "PartitionCmd"), "name")).text());
  if (!core || is_gentle(kind)) return;
  if (kind == "AT_AlterColumnType") change_type(table, command);
  if (kind == "AT_AddColumn") add_column(table, json_object(definition, "ColumnDef"));
  const bool triggers = kind.find("Trig") != std::string::npos;
  locks(table, triggers ? kShareRowExclusive : kAccessExclusive);
}

void LintStatement::add_constraint(const RelationName& table, bool core, const json& constraint) {
  const std::string type = json_text(constraint, "contype");
  if (type == "CONSTR_FOREIGN") {
    foreign_key(table, constraint, "");
    if (core) locks(table, kShareRowExclusive);
    return;
  }
  if (type == "CONSTR_UNIQUE" || type == "CONSTR_PRIMARY") {
    const std::vector<std::string> columns = json_names(json_list(constraint, "keys"));
    unique_key(table, columns);
    if (type == "CONSTR_UNIQUE" && !json_flag(constraint, "nulls_not_distinct")) nullable_key(table, columns);
    if (core && json_text(constraint, "indexname").empty())
      hit("index-not-concurrent", table.text(),
          fmt::format("the constraint builds its index under ACCESS EXCLUSIVE on {}", printable(table.text())),
          "CREATE UNIQUE INDEX CONCURRENTLY in a file of its own, then ADD CONSTRAINT with USING INDEX; idem migrate "
          "--natural-key writes the index with its check and its way back.");
  }
  if (core) locks(table, kAccessExclusive);
}

// Does the expression call something that gives every row another value?
static bool is_volatile(const json& node, int depth = 0) {
  static constexpr std::array<std::string_view, 11> kVolatile{
      "random", "gen_random_uuid", "clock_timestamp", "uuid_generate_v1", "uuid_generate_v4",  "nextval",
      "uuidv7", "uuidv4",          "timeofday",       "gen_random_bytes", "uuid_generate_v1mc"};
  constexpr int kDeepest = 40;
  if (depth > kDeepest || !node.is_structured()) return false;
  const std::vector<std::string> function = json_names(json_list(node, "funcname"));
  if (!function.empty() && std::find(kVolatile.begin(), kVolatile.end(), function.back()) != kVolatile.end())
    return true;
  return std::any_of(node.begin(), node.end(), [&](const json& child) { return is_volatile(child, depth + 1); });
}

static bool differs_per_row(const json& column) {
  const std::vector<std::string> type = json_names(json_list(json_object(column, "typeName"), "names"));
  if (!type.empty() && type.back().find("serial") != std::string::npos) return true;
  for (const json& item : json_list(column, "constraints")) {
    const json& constraint = json_object(item, "Constraint");
    const std::string kind = json_text(constraint, "contype");
    if (kind == "CONSTR_GENERATED" || kind == "CONSTR_IDENTITY") return true;
    if (kind == "CONSTR_DEFAULT" && is_volatile(json_object(constraint, "raw_expr"))) return true;
  }
  return false;
}

void LintStatement::add_column(const RelationName& table, const json& column) {
  const std::string name = printable(table.text());
  if (differs_per_row(column))
    hit("table-rewrite", table.text(),
        fmt::format("a column of {} whose value differs per row rewrites the table under ACCESS EXCLUSIVE", name),
        "Add it without a default, set the default, and fill old rows in batches.");
  for (const json& item : json_list(column, "constraints")) {
    const json& constraint = json_object(item, "Constraint");
    const std::string type = json_text(constraint, "contype");
    if (type == "CONSTR_FOREIGN") foreign_key(table, constraint, json_text(column, "colname"));
    if (type == "CONSTR_UNIQUE" || type == "CONSTR_PRIMARY")
      hit("index-not-concurrent", table.text(),
          fmt::format("the unique column builds its index under ACCESS EXCLUSIVE on {}", name),
          "Add the column alone; then CREATE UNIQUE INDEX CONCURRENTLY in a file of its own.");
  }
}

// A longer varchar, or text made of one, costs nothing; what the column was the file does not say.
void LintStatement::change_type(const RelationName& table, const json& command) {
  const json& column = json_object(json_object(command, "def"), "ColumnDef");
  const std::vector<std::string> type = json_names(json_list(json_object(column, "typeName"), "names"));
  const bool text = !type.empty() && (type.back() == "text" || type.back() == "varchar");
  const bool unsure = text && !column.contains("raw_default");
  hit("table-rewrite", table.text(),
      fmt::format("changing the type of {}.{} rewrites the table under ACCESS EXCLUSIVE{}", printable(table.text()),
                  printable(json_text(command, "name")), unsure ? ", unless it was a shorter varchar" : ""),
      "Add a new column, fill it in batches, and switch.", unsure);
}

void LintStatement::drop_constraint(const RelationName& table, const std::string& name) {
  const auto target = m_context.memory->constraints.find(table.name + "." + name);
  if (target == m_context.memory->constraints.end()) return;
  hit("down-locks-core", target->second,
      fmt::format("dropping the foreign key {} takes ACCESS EXCLUSIVE on {} too: its readers wait", printable(name),
                  printable(target->second)),
      "Do without the foreign key: the link can be a plain column.");
}

}  // namespace idem
