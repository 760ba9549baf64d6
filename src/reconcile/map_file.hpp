#pragma once

#include "reconcile/run.hpp"

namespace idem::books {

// Reads a mapping file (TOML) into a request: [keys], [records], [provider], [events], [executions] with source, table,
// query, where, columns and states; [settings] with the words of the options. Unknown names are errors with a hint.
Result<void> read_map_file(const std::string& path, Request& request);

// One setting by the name of its option without dashes: "settle", "as-of", "local", ...
Result<void> apply_setting(const std::string& name, const std::string& value, Request& request);

// A side's role and column from "keys.amount_minor=cents".
Result<void> apply_column(const std::string& text, std::array<ColumnChoices, kSides>& columns);

}  // namespace idem::books
