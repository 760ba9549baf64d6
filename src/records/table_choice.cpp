#include "records/table_choice.hpp"

#include "records/layouts.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem::books {

static bool looks_right(Side side, const TableColumns& table) {
  const Result<Mapping> mapping = map_columns(side, table.columns, {}, builtin_layouts());
  if (!mapping) return false;
  if (!mapping->layout.empty()) return true;
  switch (side) {
    case Side::keys:
      return mapping->has(Role::key) && (mapping->has(Role::expires) || mapping->has(Role::locked));
    case Side::records:
      return mapping->has(Role::id) && mapping->has(Role::key) && mapping->has(Role::amount);
    default:
      return false;
  }
}

Result<std::string> choose_table(Side side, const std::vector<TableColumns>& tables) {
  std::vector<std::string> fitting;
  std::string all;
  for (const TableColumns& table : tables) {
    if (looks_right(side, table)) fitting.push_back(table.table);
    all += (all.empty() ? "" : ", ") + table.table;
    if (all.size() > 1000) {
      all += ", ...";
      break;
    }
  }
  if (fitting.size() == 1) return fitting.front();
  std::string candidates;
  for (const std::string& name : fitting) candidates += (candidates.empty() ? "" : ", ") + name;
  return Error{
      ErrorKind::usage,
      fmt::format("{} table looks like the {}: {}; choose with --{}-table NAME",
                  fitting.empty() ? "no" : "more than one", name_of(side),
                  fitting.empty() ? (all.empty() ? "the database has no tables" : "there are " + all) : candidates,
                  name_of(side))};
}

}  // namespace idem::books
