#include "catalog/catalog.hpp"

#include <string_view>

namespace idem {

static bool is_name_char(char c) { return c != '.' && c != '(' && c != ')' && c != '[' && c != ']'; }

// Backtracking over short strings. Rows may come with an untrusted project: what needs more than `steps` tries of a
// wildcard does not match.
static bool matches(std::string_view pattern, std::string_view text, unsigned& steps) {
  if (steps == 0) return false;
  --steps;
  while (!pattern.empty()) {
    if (pattern.starts_with("**")) {
      pattern.remove_prefix(2);
      for (std::size_t i = 0; i <= text.size(); ++i)
        if (matches(pattern, text.substr(i), steps)) return true;
      return false;
    }
    if (pattern.front() == '*') {
      pattern.remove_prefix(1);
      for (std::size_t i = 0; i <= text.size(); ++i) {
        if (matches(pattern, text.substr(i), steps)) return true;
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
        if (wild ? matches(std::string(choice) + std::string(rest), text, steps)
                 : (text.starts_with(choice) && matches(rest, text.substr(choice.size()), steps)))
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

bool pattern_matches(std::string_view pattern, std::string_view text) {
  unsigned steps = 100'000;
  return matches(pattern, text, steps);
}

}  // namespace idem
