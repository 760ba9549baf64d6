#include "base/glob.hpp"

#include <cstddef>

namespace idem {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Index behind the set that starts at pattern[at] == '[', or kNone when it does not end.
std::size_t end_of_set(std::string_view pattern, std::size_t at) {
  std::size_t i = at + 1;
  if (i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^')) ++i;
  for (bool first = true; i < pattern.size(); ++i, first = false) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == ']' && !first) {
      return i + 1;
    }
  }
  return kNone;
}

bool set_holds(std::string_view set, char c) {  // set: without its brackets
  const bool negated = !set.empty() && (set[0] == '!' || set[0] == '^');
  if (negated) set.remove_prefix(1);
  bool held = false;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (set[i] == '\\' && i + 1 < set.size()) ++i;
    const char low = set[i];
    char high = low;
    if (i + 2 < set.size() && set[i + 1] == '-') {
      i += 2;
      if (set[i] == '\\' && i + 1 < set.size()) ++i;
      high = set[i];
    }
    held = held || (low <= c && c <= high);
  }
  return held != negated;
}

// One place to come back to: a star of either kind only ever has to be retried from its latest occurrence.
struct Retry {
  std::size_t pattern = kNone, text = 0;
};

struct Matcher {
  std::string_view pattern, text;
  std::size_t p = 0, t = 0;
  Retry star, stars;  // `*` inside a segment; `**` over segments

  bool segment_start(std::size_t i) const { return i == 0 || pattern[i - 1] == '/'; }

  // Takes one ordinary unit of the pattern and one character of the text.
  bool step() {
    if (p >= pattern.size() || t >= text.size()) return false;
    const char c = text[t];
    switch (pattern[p]) {
      case '?':
        if (c == '/') return false;
        ++p;
        break;
      case '[': {
        const std::size_t end = end_of_set(pattern, p);
        if (end == kNone) {
          if (c != '[') return false;
          ++p;
          break;
        }
        if (c == '/' || !set_holds(pattern.substr(p + 1, end - p - 2), c)) return false;
        p = end;
        break;
      }
      case '\\':
        if (p + 1 < pattern.size()) {
          if (pattern[p + 1] != c) return false;
          p += 2;
          break;
        }
        [[fallthrough]];
      default:
        if (pattern[p] != c) return false;
        ++p;
    }
    ++t;
    return true;
  }

  bool retry() {
    if (star.pattern != kNone && star.text < text.size() && text[star.text] != '/') {
      t = ++star.text;
      p = star.pattern;
      return true;
    }
    if (stars.pattern == kNone) return false;
    const std::size_t slash = text.find('/', stars.text);
    if (slash == std::string_view::npos) return false;
    t = stars.text = slash + 1;
    p = stars.pattern;
    star = {};
    return true;
  }

  bool run() {
    while (true) {
      if (p < pattern.size() && pattern[p] == '*') {
        if (pattern.substr(p, 3) == "**/" && segment_start(p)) {
          p += 3;
          stars = {p, t};
          star = {};
          continue;
        }
        if (pattern.substr(p) == "**" && segment_start(p)) return t < text.size() || p == 0;
        while (p < pattern.size() && pattern[p] == '*') ++p;
        star = {p, t};
        continue;
      }
      if (p == pattern.size() && t == text.size()) return true;
      if (!step() && !retry()) return false;
    }
  }
};

}  // namespace

bool glob_match(std::string_view pattern, std::string_view text) {
  Matcher matcher{pattern, text, 0, 0, {}, {}};
  return matcher.run();
}

const char* glob_error(std::string_view pattern) {
  if (pattern.empty()) return "it is empty";
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      if (++i == pattern.size()) return "it ends in a backslash";
    } else if (pattern[i] == '[') {
      const std::size_t end = end_of_set(pattern, i);
      if (end == kNone) return "a '[' is never closed (write \\[ for the character itself)";
      i = end - 1;
    }
  }
  return nullptr;
}

bool path_matches(std::string_view pattern, std::string_view path) {
  while (pattern.ends_with('/')) pattern.remove_suffix(1);
  const bool anchored = pattern.find('/') != std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  std::size_t begin = 0;
  while (true) {
    const std::size_t slash = path.find('/', begin);
    const std::string_view upto = path.substr(0, slash);
    if (glob_match(pattern, anchored ? upto : upto.substr(begin))) return true;
    if (slash == std::string_view::npos) return false;
    begin = slash + 1;
  }
}

}  // namespace idem
