#pragma once

#include "postgres/copy_stream.hpp"

#include <string_view>
#include <utility>

namespace idem::postgres {

// Reads the rows of COPY's binary form: a signature, then of each row the number of its fields and of each field its
// length and bytes, big-endian (PostgreSQL's manual, COPY, "Binary Format").
class BinaryRows {
 public:
  BinaryRows() = default;
  explicit BinaryRows(std::vector<CopyStream::Kind> kinds) : m_kinds(std::move(kinds)), m_numbers(m_kinds.size()) {}

  bool expected() const { return !m_kinds.empty(); }

  enum class Read { row, nothing, malformed };
  // Takes one message of the server; `row` keeps views into it and into this object.
  Read read(std::string_view message, books::RawRow& row);

 private:
  bool field(std::size_t at, std::string_view bytes, books::RawField& field);

  std::vector<CopyStream::Kind> m_kinds;
  std::vector<std::string> m_numbers;  // of each column, written as text
  bool m_begun = false;                // the signature was seen
};

// A numeric of the binary form as decimal text, "" if it is malformed.
std::string decimal_text(std::string_view bytes);

}  // namespace idem::postgres
