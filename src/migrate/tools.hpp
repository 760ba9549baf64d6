#pragma once

#include "migrate/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Whose conventions the files follow.
struct MigrationTool {
  const char* name;     // "golang-migrate"
  const char* summary;  // what its files look like, one line
};

const std::vector<MigrationTool>& migration_tools();
bool is_migration_tool(std::string_view name);

struct MigrationFile {
  std::string path;  // relative to the folder of migrations, with /
  std::string text;
};

// Where numbering goes on: what the folder already holds, as paths relative to it.
using ExistingFiles = std::vector<std::string>;

enum class Direction { up, down };

// The whole migration as one psql script, with BEGIN and COMMIT round what belongs together.
std::string psql_text(const Migration& migration, Direction direction);

// The files of a tool, numbered after the existing ones. A tool that cannot run on the dialect, or an existing folder
// that gives no clear place (several heads), is an error.
Result<std::vector<MigrationFile>> tool_files(std::string_view tool, const Migration& migration,
                                              const ExistingFiles& existing);

}  // namespace idem
