#pragma once

#include "base/result.hpp"
#include "schema/schema.hpp"

#include <string>
#include <string_view>

namespace idem {

// Reads DDL or a pg_dump script into `database`, on top of what earlier files made: CREATE, ALTER, DROP and RENAME of
// tables, indexes, constraints, domains and schemas, SET search_path. Nothing is executed. A statement that the grammar
// does not know is noted with its line and passed over.
void read_ddl(std::string_view script, const std::string& file, DatabaseSchema& database);

// A file, or every *.sql file of a folder in the order a migration tool would apply them (numbers count as numbers);
// the way back (down, revert, rollback, undo) is left out. Files and lines in notes are relative to `path`.
Result<DatabaseSchema> read_schema(const std::string& path);

}  // namespace idem
