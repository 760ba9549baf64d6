#pragma once

#include "base/result.hpp"
#include "postgres/session.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// One thing that was looked at.
struct CheckItem {
  std::string table;  // "schema.name"
  std::string kind;   // "missing", "column", "key", "index", "constraint", "function", "view", "trigger", "partition",
                      // "version", "reaper", "lease", "unknown"
  std::string message;  // one sentence
  bool drift = false;   // not as `idem migrate` makes it; else something in its running that wants attention
};

struct CheckReport {
  std::vector<std::string> tables;  // side tables found: "schema.name (profile http, layout 1)"
  std::vector<CheckItem> items;     // empty: complete, valid, current, tended
};

struct CheckOptions {
  std::string name;           // only this table, "schema.table" or "table"; all of ours where empty
  long long overdue = 86400;  // seconds that the oldest expired record may wait for the reaper
};

// Holds the side tables of a database against what `idem migrate` would make: columns one by one, keys, indexes (and
// that they are valid), functions, views, triggers; and whether the reaper runs and leases are stuck. Read-only. No
// side table at all is one item of kind "missing".
Result<CheckReport> check_side_tables(Session& session, const CheckOptions& options);

std::string check_text(const CheckReport& report);
std::string check_json(const CheckReport& report);  // schema "idem.check/1"

}  // namespace idem
