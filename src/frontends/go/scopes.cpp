#include "frontends/go/scopes.hpp"

namespace idem::go {

void Scopes::close() {
  while (m_entries.size() > m_marks.back()) {
    m_top[m_entries.back().name] = m_entries.back().previous;
    m_entries.pop_back();
  }
  m_marks.pop_back();
}

bool Scopes::in_innermost(NameId name) const {
  const Index known = find(name);
  return known != kNone && m_entries[known].depth == depth();
}

bool Scopes::hidden_by_new(NameId name, std::uint32_t from) const {
  const Index known = find(name);
  return known != kNone && m_entries[known].depth >= from && m_entries[known].depth < depth();
}

bool Scopes::declare(NameId name, Shape shape) {
  const Index known = find(name);
  if (in_innermost(name)) {
    if (shape != Shape::unknown) m_entries[known].shape = shape;
    return false;
  }
  if (name >= m_top.size()) m_top.resize(name + 1, kNone);
  m_entries.push_back({.name = name, .shape = shape, .depth = depth(), .previous = known});
  m_top[name] = static_cast<Index>(m_entries.size() - 1);
  return true;
}

Shape Scopes::shape(NameId name) const {
  const Index known = find(name);
  return known == kNone ? Shape::unknown : m_entries[known].shape;
}

}  // namespace idem::go
