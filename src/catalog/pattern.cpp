#include "catalog/catalog.hpp"

#include <string_view>

namespace idem {

static bool is_name_char(char c) { return c != '.' && c != '(' && c != ')' && c != '[' && c != ']'; }

// Backtracking over short strings: patterns hold at most a few wildcards.
bool pattern_matches(std::string_view pattern, std::string_view text) {
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      pattern.remove_prefix(2);
      for (std::size_t i = 0; i <= text.size(); ++i)
        if (pattern_matches(pattern, text.substr(i))) return true;
      return false;
    }
    if (pattern.front() == '*') {
      pattern.remove_prefix(1);
      for (std::size_t i = 0; i <= text.size(); ++i) {
        if (pattern_matches(pattern, text.substr(i))) return true;
        if (i < text.size() && !is_name_char(text[i])) return false;
      }
      return false;
    }
    if (pattern.front() == '{') {
      const std::size_t close = pattern.find('}');
      if (close == std::string_view::npos) return false;
      std::string_view inside = pattern.substr(1, close - 1);
      const std::string_view rest = pattern.substr(close + 1);
      while (true) {
        const std::size_t comma = inside.find(',');
        const std::string_view choice = inside.substr(0, comma);
        const bool wild = choice.find('*') != std::string_view::npos;
        if (wild ? pattern_matches(std::string(choice) + std::string(rest), text)
                 : (text.starts_with(choice) && pattern_matches(rest, text.substr(choice.size()))))
          return true;
        if (comma == std::string_view::npos) return false;
        inside.remove_prefix(comma + 1);
      }
    }
    if (text.empty() || text.front() != pattern.front()) return false;
    pattern.remove_prefix(1);
    text.remove_prefix(1);
  }
  return text.empty();
}

}  // namespace idem
