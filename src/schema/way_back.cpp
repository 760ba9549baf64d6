#include "schema/way_back.hpp"

#include <algorithm>
#include <cctype>

namespace idem {

bool is_way_back(const std::string& path) {
  std::string lower = path;
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const std::string name = lower.substr(lower.rfind('/') + 1);
  for (const char* end : {".down.sql", "_down.sql", ".undo.sql", ".rollback.sql"})
    if (name.ends_with(end)) return true;
  if (name == "down.sql") return true;
  const bool flyway_undo = path[path.size() - name.size()] == 'U' && name.size() > 1 && name[1] >= '0' &&
                           name[1] <= '9' && name.find("__") != std::string::npos;
  if (flyway_undo) return true;
  for (const char* folder : {"revert/", "rollback/", "rollbacks/"})
    if (lower.starts_with(folder) || lower.find("/" + std::string{folder}) != std::string::npos) return true;
  return false;
}

std::size_t way_back_at(std::string_view script) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view mark : {"-- +goose Down", "-- migrate:down", "-- +migrate Down"})
    for (std::size_t at = script.find(mark); at < first; at = script.find(mark, at + 1))
      if (at == 0 || script[at - 1] == '\n') first = at;
  return first;
}

}  // namespace idem
