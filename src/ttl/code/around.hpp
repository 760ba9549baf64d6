#pragma once

#include "facts/facts.hpp"

#include <string>
#include <vector>

namespace idem {

// The names that enclose a place of a file: functions, types, calls, keys of maps, and what is being set. Built once a
// file; looking up is linear in the depth of nesting.
class Enclosing {
 public:
  explicit Enclosing(const FileFacts& facts);

  // Outermost first, as written.
  std::vector<std::string> names(Span span) const;
  // The innermost name of what is larger than the place; "" where nothing is.
  std::string nearest(Span span) const;
  // All of them in plain form, each followed by a blank.
  std::string words(Span span) const;
  // The file's path in plain form, followed by a blank.
  const std::string& path() const { return m_path; }

 private:
  struct Scope {
    Span span;
    std::string name;
    std::size_t outer = 0;  // index + 1 of the scope around it; 0 = none
  };
  std::size_t innermost(Span span) const;  // index + 1 of the smallest scope that holds it; 0 = none

  std::vector<Scope> m_scopes;  // by begin, wider ones first
  std::string m_path;
};

// What is called, as written: "axios.create", "self.redis.set"; "" where it is no chain of names.
std::string callee_text(const FileFacts& facts, ExprId callee);

}  // namespace idem
