// What changed since a revision: the lines that differ from the merge base, in the work tree as it is.
#pragma once

#include "base/result.hpp"
#include "report/report.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

// Changed lines by file (relative to the root). Lines that were only removed leave an empty range between two lines,
// written as the line before it, twice. An untracked file has changed as a whole.
struct Changes {
  std::map<std::string, std::vector<std::pair<std::uint32_t, std::uint32_t>>> lines;

  bool touches(std::string_view file, std::uint32_t first, std::uint32_t last) const;
};

// Asks Git what differs between the work tree and the merge base of `revision` and HEAD.
Result<Changes> changes_since(const std::string& root, const std::string& revision);

// Reads a unified diff without context. Names that Git quotes are decoded.
Changes parse_diff(std::string_view diff);

// Leaves in the report the entry points whose registration, handler, middleware or any function on the way was changed,
// and their findings; of the other findings those whose own lines were.
void keep_changed(Report& report, const Changes& changes);

}  // namespace idem
