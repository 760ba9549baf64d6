#pragma once

#include "base/result.hpp"
#include "records/role.hpp"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace idem::books {

// Words for states, usual column names and known layouts: src/catalog/reconcile_layouts.toml.
using StateWords = std::map<std::string, State, std::less<>>;

struct Layout {
  std::string name;
  Side side;
  std::vector<std::string> when;
  std::vector<std::pair<Role, std::string>> columns;
};

struct Layouts {
  StateWords states;
  // For each side and role the usual names, by rank.
  std::array<std::array<std::vector<std::vector<std::string>>, kRoles>, kSides> usual;
  std::vector<std::string> minor_units;
  std::vector<Layout> known;
};

const Layouts& builtin_layouts();

// "createdAt", "Created At" and "CREATED_AT" are created_at.
std::string snake_case(std::string_view name);

// What a user says about columns: role name ("amount_minor" for an amount in minor units) and column name.
using ColumnChoices = std::vector<std::pair<std::string, std::string>>;

// Which column of a source plays which role.
struct Mapping {
  Mapping() { column.fill(-1); }
  std::array<int, kRoles> column;     // index into the source's columns, -1 where there is none
  std::array<bool, kRoles> chosen{};  // by the user or a known layout
  std::vector<std::string> columns;   // of the source
  bool amount_in_minor_units = false;
  bool state_is_http = false;  // the state is told by a response status; none means in flight
  std::string layout;          // name of the known layout, "" where the usual names were enough

  bool has(Role role) const { return column[static_cast<std::size_t>(role)] >= 0; }
  bool is_chosen(Role role) const { return chosen[static_cast<std::size_t>(role)]; }
  const std::string& name(Role role) const { return columns[static_cast<std::size_t>((*this)[role])]; }
  int operator[](Role role) const { return column[static_cast<std::size_t>(role)]; }
};

// Chooses columns: the user's word first, then a known layout, then the usual names. Two candidates for one role, a
// column that does not exist and a missing key are errors that list what there is.
Result<Mapping> map_columns(Side side, const std::vector<std::string>& columns, const ColumnChoices& chosen,
                            const Layouts& layouts);

}  // namespace idem::books
