#pragma once

#include "base/result.hpp"
#include "records/row.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace idem::books {

// Rows of a source, one after another. A row that cannot be read is skipped, counted and told; more of them than
// allowed end the reading with ErrorKind::incomplete, as does whatever cuts the source short.
class RowReader {
 public:
  RowReader() = default;
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;
  virtual ~RowReader() = default;

  virtual const std::vector<std::string>& columns() const = 0;
  // The table of a database that was chosen, "" where there is none.
  virtual std::string table() const { return ""; }
  // The share of a source of known size that was read, else 0.
  virtual double done() const { return 0; }
  // Fills `row` (one field a column) and returns true, or false at the end.
  virtual Result<bool> next(RawRow& row) = 0;
};

// What was skipped while reading, over all sources.
struct BadRows {
  std::uint64_t allowed = 0;
  std::uint64_t count = 0;
  std::vector<std::string> first;  // the first few, as "orders.csv:17: what"

  // Counts one and returns an error when it is one too many.
  Result<void> add(const std::string& place, const std::string& what);
};

inline constexpr std::size_t kLongestRow = 16U << 20;  // bytes of one row of a file

}  // namespace idem::books
