#pragma once

#include "migrate/request.hpp"
#include "migrate/tools.hpp"

#include <string>
#include <vector>

namespace idem {

// What the tool's writer needs to know: its name and what --out-dir holds already. A folder that is not there is empty.
Result<ToolOptions> tool_options(const MigrateOptions& options);

// Writes every file or, when one is there already or a folder cannot be made, none.
Result<void> write_folder(const std::string& folder, const std::vector<MigrationFile>& files);

}  // namespace idem
