#pragma once

#include "records/layouts.hpp"
#include "records/reader.hpp"

#include <memory>
#include <string>

namespace idem::books {

// Where rows of a side come from, as the user says it.
struct SourceSpec {
  std::string location;  // a path, "-", "sqlite:FILE", "postgresql://...", "redis://..."
  std::string table;     // of a database
  std::string query;     // instead of a table
  std::string where;     // condition on the table's rows
  ColumnChoices columns;
  StateWords states;  // the user's own words
};

bool is_postgres(const std::string& location);
bool is_redis(const std::string& location);
bool is_sqlite(const std::string& location);

// A name for reports: a file's name without its folder, a URL without its password.
std::string shown_name(const SourceSpec& spec);

// Opens a source that is read row by row: a file (CSV or NDJSON, told by its first byte), standard input, SQLite,
// Redis.
Result<std::unique_ptr<RowReader>> open_rows(const SourceSpec& spec, Side side, BadRows& bad);

}  // namespace idem::books
