#pragma once

#include "base/result.hpp"
#include "records/role.hpp"

#include <string>
#include <vector>

namespace idem::books {

struct TableColumns {
  std::string table;
  std::vector<std::string> columns;
};

// The one table that a side can be read from: a known layout, else for the keys the only table with a usual name for
// the key and a state or an end. Several or none is an error that lists the candidates.
Result<std::string> choose_table(Side side, const std::vector<TableColumns>& tables);

}  // namespace idem::books
