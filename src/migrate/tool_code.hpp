#pragma once

#include "migrate/plan.hpp"
#include "migrate/tools.hpp"

#include <string>
#include <vector>

namespace idem {

// Migrations that are programs: the SQL stands in them as a string constant of their language, escaped so that neither
// the language nor the tool changes a byte of it.

MigrationFile rails_file(const Script& script, const std::string& number, SqlDialect dialect);
MigrationFile knex_file(const Script& script, const std::string& number, SqlDialect dialect);
std::vector<MigrationFile> django_files(const ToolOptions& options, const Migration& migration);

// After the one head among the existing revisions, or after --after. Several heads are an error that names them.
Result<std::vector<MigrationFile>> alembic_files(const ToolOptions& options, const Migration& migration);

// For tools that report or drop tables they do not know: what to add so that they leave ours alone.
std::vector<MigrationFile> exclusion_notes(const std::string& tool, const Migration& migration);

// Fails where a script's tables are not there.
std::string verify_sql(const Script& script);

}  // namespace idem
