#pragma once

#include "facts/facts.hpp"

#include <vector>

namespace idem {

// Which function of a file an expression stands in. Built in one sort; asked in the time of a search.
class FunctionIndex {
 public:
  FunctionIndex(const FileFacts& facts, bool type_bodies);
  // The innermost function with a body around a span; 0 (the module's) where there is none.
  FnId around(Span span) const;

 private:
  struct Entry {
    Span span;
    FnId fn = 0;
    std::size_t outer = 0;  // index of the entry around it; its own where there is none
  };
  std::vector<Entry> m_entries;  // by begin, outer ones first
};

}  // namespace idem
