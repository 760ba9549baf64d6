#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace idem {

using Symbol = std::uint32_t;  // a name of the whole program; 0 is the empty one

// Interns the names of all files, so that they are compared as numbers. Views stay valid as long as the Names.
class Names {
 public:
  Names() { intern(""); }

  Symbol intern(std::string_view text) {
    const auto known = m_ids.find(text);
    if (known != m_ids.end()) return known->second;
    m_texts.emplace_back(text);
    const auto id = static_cast<Symbol>(m_texts.size() - 1);
    m_ids.emplace(m_texts.back(), id);
    return id;
  }

  std::string_view text(Symbol id) const { return m_texts[id]; }

 private:
  std::deque<std::string> m_texts;
  std::unordered_map<std::string_view, Symbol> m_ids;
};

}  // namespace idem
