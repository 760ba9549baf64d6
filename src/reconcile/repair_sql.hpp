#pragma once

#include "reconcile/report.hpp"
#include "reconcile/source.hpp"

#include <vector>

namespace idem::books {

// Where repairs would be applied.
struct RepairTarget {
  bool sqlite = false;  // else PostgreSQL
  std::string table;    // as SQL writes it
  Mapping keys;         // the columns of the keys
  KeyWords words;       // the owner's words for each state
  std::optional<Micros> retention;
  std::int64_t zone_offset_seconds = 0;  // of times without a zone
};

// Statements for the findings whose class has a safe repair, each in a transaction of its own and guarded by the values
// that were observed, so that it changes nothing once the data has moved on; the way back stands in a comment above it.
// The other findings become a list of work. idem never runs any of it.
std::string repair_sql(const RepairTarget& target, const std::vector<Finding>& findings, Micros as_of);

// The statement of one finding, or "" where none is safe.
std::string repair_statement(const RepairTarget& target, const Finding& finding);

}  // namespace idem::books
