#include "migrate/tools.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

// The head comment: every line behind "-- ". Titles and notes hold quoted names only, and those have no line breaks.
static std::string head_comment(const Script& script) {
  std::string out = fmt::format("-- {}\n", script.title);
  for (const std::string& note : script.notes) out += fmt::format("--   {}\n", note);
  return out;
}

static std::string framed(const Script& script, const std::string& statements, SqlDialect dialect) {
  if (!script.transactional || dialect == SqlDialect::mysql) return statements;  // MySQL commits every DDL by itself
  return fmt::format("BEGIN;\n\n{}\nCOMMIT;\n", statements);
}

static std::string down_comment(const Script& script) { return fmt::format("-- Takes back: {}.\n", script.title); }

std::string psql_text(const Migration& migration, Direction direction) {
  std::string out;
  std::vector<const Script*> order;
  for (const Script& script : migration.scripts) order.push_back(&script);
  if (direction == Direction::down) std::reverse(order.begin(), order.end());
  for (const Script* script : order) {
    if (!out.empty()) out += "\n";
    const bool up = direction == Direction::up;
    out += up ? head_comment(*script) : down_comment(*script);
    out += "\n" + framed(*script, up ? script->up : script->down, migration.dialect);
  }
  return out;
}

const std::vector<MigrationTool>& migration_tools() {
  static const std::vector<MigrationTool> all{{"plain", "NNNN_name.up.sql and NNNN_name.down.sql for psql"}};
  return all;
}

bool is_migration_tool(std::string_view name) {
  const auto& all = migration_tools();
  return std::any_of(all.begin(), all.end(), [&](const MigrationTool& tool) { return tool.name == name; });
}

Result<std::vector<MigrationFile>> tool_files(std::string_view tool, const Migration& migration,
                                              const ExistingFiles& existing) {
  (void)tool;
  (void)migration;
  (void)existing;
  return Error{ErrorKind::usage, "not there yet"};
}

}  // namespace idem
