// Names in scope while a Go file is lowered.
#pragma once

#include "facts/facts.hpp"

#include <vector>

namespace idem::go {

// As much of a value's type as `for x := range v` needs.
enum class Shape : std::uint8_t { unknown, channel, collection, integer };

class Scopes {
 public:
  void open() { m_marks.push_back(m_entries.size()); }
  void close();
  std::uint32_t depth() const { return static_cast<std::uint32_t>(m_marks.size()); }
  // Declares a name in the innermost scope; false when that scope has it already (its shape is then replaced).
  bool declare(NameId name, Shape shape = Shape::unknown);
  bool visible(NameId name) const { return find(name) != kNone; }
  // Whether a scope at depth `from` or deeper, but not the innermost, declares it.
  bool hidden_by_new(NameId name, std::uint32_t from) const;
  bool in_innermost(NameId name) const;
  Shape shape(NameId name) const;

 private:
  struct Entry {
    NameId name = 0;
    Shape shape = Shape::unknown;
    std::uint32_t depth = 0;
    Index previous = kNone;  // the entry this one hides
  };
  Index find(NameId name) const { return name < m_top.size() ? m_top[name] : kNone; }

  std::vector<Entry> m_entries;
  std::vector<std::size_t> m_marks;
  std::vector<Index> m_top;  // by name: its innermost entry
};

}  // namespace idem::go
