// Compiled into the program and into the module that talks to PostgreSQL.
#include "postgres/session.hpp"

#include <algorithm>

namespace idem {

// The end of the value that begins at `begin` in a keyword string or a URL's query: quoted with backslash escapes, or
// up to a separator.
static std::size_t value_end(std::string_view text, std::size_t begin) {
  if (begin >= text.size() || text[begin] != '\'') return std::min(text.find_first_of("& \n\"", begin), text.size());
  std::size_t at = begin + 1;
  while (at < text.size() && text[at] != '\'') at += text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

// Where the value of the next "password =" begins, npos where there is none.
static std::size_t password_value(std::string_view text, std::size_t from) {
  for (std::size_t word = text.find("password", from); word != std::string_view::npos;
       word = text.find("password", word + 1)) {
    std::size_t at = text.find_first_not_of(' ', word + std::string_view{"password"}.size());
    if (at == std::string_view::npos || text[at] != '=') continue;
    at = text.find_first_not_of(' ', at + 1);
    return at;
  }
  return std::string_view::npos;
}

std::string without_password(std::string_view text) {
  std::string safe{text};
  if (const std::size_t scheme = safe.find("://"); scheme != std::string::npos) {
    const std::size_t begin = scheme + 3;
    // Up to the last @ of the URL: a password may hold another, or a / or ?, whether it should or not.
    const std::size_t end = std::min(safe.find_first_of(" \n\"", begin), safe.size());
    const std::size_t at = safe.rfind('@', end);
    const std::size_t colon = safe.find(':', begin);
    if (at != std::string::npos && at > begin && colon < at) safe.replace(colon + 1, at - colon - 1, "***");
  }
  for (std::size_t begin = password_value(safe, 0); begin != std::string::npos; begin = password_value(safe, begin))
    safe.replace(begin, value_end(safe, begin) - begin, "***");
  return safe;
}

// Words behind a value that are no "keyword=value".
static bool has_loose_word(std::string_view text, std::size_t at) {
  while ((at = text.find_first_not_of(" \n", at)) != std::string_view::npos) {
    const std::size_t equals = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at);
    if (equals == std::string_view::npos || equals == at || text[equals] != '=') return true;
    at = value_end(text, equals + 1);
  }
  return false;
}

bool may_be_misread(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) {
    const std::size_t begin = password_value(url, 0);
    return begin != std::string_view::npos && has_loose_word(url, value_end(url, begin));
  }
  const std::size_t colon = url.find(':', scheme + 3);
  const std::size_t at = url.rfind('@');
  return at != std::string_view::npos && colon < at &&
         url.substr(colon + 1, at - colon - 1).find_first_of("@/?") != std::string_view::npos;
}

}  // namespace idem
