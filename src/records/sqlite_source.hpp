#pragma once

#include "records/reader.hpp"

namespace idem::books {

// A table, or a query, of a SQLite file, read in one read transaction. Without a table the one whose columns look like
// the side's is taken; several or none is an error that lists them.
Result<std::unique_ptr<RowReader>> open_sqlite_rows(const std::string& path, const std::string& table,
                                                    const std::string& query, const std::string& where, Side side);

}  // namespace idem::books
