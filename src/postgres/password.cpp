// Compiled into the program and into the module that talks to PostgreSQL.
#include "postgres/session.hpp"

#include <algorithm>

namespace idem {

std::string without_password(std::string_view text) {
  std::string safe{text};
  if (const std::size_t scheme = safe.find("://"); scheme != std::string::npos) {
    const std::size_t begin = scheme + 3;
    const std::size_t authority_end = std::min(safe.find_first_of("/? \n", begin), safe.size());
    const std::size_t at = safe.rfind('@', authority_end);
    const std::size_t colon = safe.find(':', begin);
    if (at != std::string::npos && at > begin && colon < at) safe.replace(colon + 1, at - colon - 1, "***");
  }
  for (std::size_t word = safe.find("password="); word != std::string::npos; word = safe.find("password=", word + 9)) {
    const std::size_t begin = word + 9;
    const bool quoted = begin < safe.size() && safe[begin] == '\'';
    const std::size_t end = quoted ? safe.find('\'', begin + 1) : safe.find_first_of("& \n", begin);
    const std::size_t length = end == std::string::npos ? std::string::npos : end - begin + (quoted ? 1 : 0);
    safe.replace(begin, length, "***");
  }
  return safe;
}

}  // namespace idem
