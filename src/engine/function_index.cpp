#include "engine/function_index.hpp"

#include <algorithm>
#include <tuple>

namespace idem {

FunctionIndex::FunctionIndex(const FileFacts& facts, bool type_bodies) {
  for (FnId fn = 1; fn < facts.fns.size(); ++fn)
    if (facts.fns[fn].body != kNone && (type_bodies || facts.fns[fn].kind != FnKind::type_body))
      m_entries.push_back({facts.fns[fn].span, fn, 0});
  std::sort(m_entries.begin(), m_entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.span.begin, b.span.end, a.fn) < std::tie(b.span.begin, a.span.end, b.fn);
  });
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    while (!open.empty() && m_entries[open.back()].span.end < m_entries[i].span.end) open.pop_back();
    m_entries[i].outer = open.empty() ? i : open.back();
    open.push_back(i);
  }
}

FnId FunctionIndex::around(Span span) const {
  const auto after = std::upper_bound(m_entries.begin(), m_entries.end(), span.begin,
                                      [](std::uint32_t begin, const Entry& entry) { return begin < entry.span.begin; });
  if (after == m_entries.begin()) return 0;
  std::size_t at = static_cast<std::size_t>(after - m_entries.begin()) - 1;
  while (m_entries[at].span.end < span.end) {
    if (m_entries[at].outer == at) return 0;
    at = m_entries[at].outer;
  }
  return m_entries[at].fn;
}

}  // namespace idem
