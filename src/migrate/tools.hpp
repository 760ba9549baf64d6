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

// A file the folder already holds.
struct ExistingFile {
  std::string path;  // relative to the folder, with /
  std::string text;  // read where a tool's order depends on it (Alembic), else empty
};

struct ToolOptions {
  std::string tool = "plain";
  std::vector<ExistingFile> existing;  // numbering goes on after these
  std::string folder_name;             // of the folder's parent: Django's app label
  std::string after;                   // --after: the revision to follow where the files leave it open
};

enum class Direction { up, down };

// The whole migration as one psql script, with BEGIN and COMMIT round what belongs together.
std::string psql_text(const Migration& migration, Direction direction);

// The files of a tool, numbered after the existing ones. Statements that a tool cannot take (a text its own templates
// would change), or a folder that gives no clear place (several heads), are an error. `remarks` gets what is to be done
// by hand.
Result<std::vector<MigrationFile>> tool_files(const ToolOptions& options, const Migration& migration,
                                              std::vector<std::string>& remarks);

}  // namespace idem
