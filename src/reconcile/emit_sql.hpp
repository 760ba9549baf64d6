#pragma once

#include "reconcile/plan.hpp"
#include "reconcile/sql_template.hpp"

#include <array>
#include <string>

namespace idem::books {

// Where a warehouse keeps a side. Columns are those of the plan's mapping.
struct WarehouseTable {
  std::string relation;  // as SQL writes it: a quoted name, or "(query) q"
  std::string where;     // condition on its rows, or ""
  StateWords states;     // words and what they amount to
};

// The comparison as one statement for an engine that idem does not connect to. Types are taken on trust: times are
// timestamps (in SQLite also ISO text or numbers since 1970), amounts are numbers. Its columns are `verdicts` (every
// class whose condition holds, the first is the group's; "" where nothing is wrong) and result_columns().
std::string warehouse_sql(const Plan& plan, const Dialect& dialect, const std::array<WarehouseTable, 2>& tables,
                          const std::string& default_currency);

// A column of SQLite that holds ISO text or a number since 1970, as microseconds; NULL where it is neither.
std::string sqlite_micros(const std::string& column);

}  // namespace idem::books
