// One statement of SQL as it stands in source code, with whatever placeholders its driver uses: read loosely, because
// no grammar accepts `$1`, `?`, `:name` and `%s` alike and holes of interpolated text come in between.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace idem {

enum class SqlVerb : std::uint8_t { none, select, insert, update, delete_, merge, other };
enum class OnConflict : std::uint8_t { none, ignore, update };

struct SqlStatement {
  SqlVerb verb = SqlVerb::none;
  std::string table;                         // lower case, without schema and quotes
  std::vector<std::string> columns;          // insert: columns filled; update: columns set
  std::vector<std::string> values;           // insert: the expression of each column; update: of each column set
  std::vector<std::string> filter_columns;   // WHERE: columns compared with = or IN
  std::vector<std::string> filter_literals;  // WHERE: columns compared with a literal of the text or IS NULL
  std::vector<std::string> conflict_columns;
  OnConflict on_conflict = OnConflict::none;
  bool returning = false;
  bool row_lock = false;       // FOR UPDATE, FOR SHARE
  bool advisory_lock = false;  // pg_advisory_…, GET_LOCK
  bool advisory_xact = false;  // held to the end of the transaction
  bool relative = false;       // update: some column is set from itself (n = n + 1), or ON CONFLICT DO UPDATE is
  bool from_select = false;    // INSERT … SELECT
};

// verb none: the text is no SQL statement.
SqlStatement read_sql(std::string_view text);

}  // namespace idem
