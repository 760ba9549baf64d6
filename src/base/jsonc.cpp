#include "base/jsonc.hpp"

namespace idem {

static std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return at < text.size() ? at + 1 : text.size();
}

static std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const bool line = text[at + 1] == '/';
  const std::size_t end = line ? text.find('\n', at) : text.find("*/", at + 2);
  if (end == std::string_view::npos) return text.size();
  return line ? end : end + 2;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string without_json_extras(std::string_view text) {
  std::string out(text);
  std::size_t at = 0;
  const auto blank_until = [&](std::size_t end) {
    for (; at < end; ++at)
      if (out[at] != '\n') out[at] = ' ';
  };
  if (text.starts_with("\xef\xbb\xbf")) blank_until(3);
  std::size_t comma = std::string::npos;  // the last comma, while nothing but blanks followed it
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = end_of_string(text, at);
      comma = std::string::npos;
    } else if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      blank_until(end_of_comment(text, at));
    } else {
      if ((c == '}' || c == ']') && comma != std::string::npos) out[comma] = ' ';
      if (!is_blank(c)) comma = c == ',' ? at : std::string::npos;
      ++at;
    }
  }
  return out;
}

}  // namespace idem
