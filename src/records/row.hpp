#pragma once

#include "records/role.hpp"

#include <string_view>
#include <vector>

namespace idem::books {

// A row as its source gives it: one view a column, valid until the next row is read. A source that holds times as such
// gives them so: microseconds since 1970 UTC instead of text.
struct RawField {
  std::string_view text;
  bool null = true;
  bool is_time = false;
  std::int64_t micros = 0;
};
using RawRow = std::vector<RawField>;

// A value in canonical form: text as bytes, times in microseconds since 1970 UTC, states as State, amounts as decimal
// text in major units without trailing zeros.
struct Cell {
  enum Kind : std::uint8_t { null, text, number } kind = null;
  std::string_view bytes;
  std::int64_t value = 0;

  bool is_null() const { return kind == null; }
};

// A row in canonical form; views are valid until the next row is read. `bad` names the first role whose value could not
// be understood, "" where all could.
struct Row {
  std::array<Cell, kRoles> cells;
  std::string_view bad;
  std::int64_t source = 0;  // which of several --keys this is from, from 0

  Cell& operator[](Role role) { return cells[static_cast<std::size_t>(role)]; }
  const Cell& operator[](Role role) const { return cells[static_cast<std::size_t>(role)]; }
};

}  // namespace idem::books
