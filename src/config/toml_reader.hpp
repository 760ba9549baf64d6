// Reads tables of TOML by a closed list of keys: what is unknown, misspelt or of another type is an error with its
// line. Included by parsers only: toml++ is heavy.
#pragma once

#include "config/config.hpp"

#include <toml++/toml.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

class TableReader {
 public:
  // `where` names the table in messages: "[scan]".
  TableReader(const toml::table& table, std::string where, std::vector<ConfigError>& errors);

  std::string text(std::string_view key);
  std::string required(std::string_view key);  // a text that must be there and not empty
  bool flag(std::string_view key);
  std::optional<std::int64_t> integer(std::string_view key);
  std::vector<std::string> texts(std::string_view key);  // a list of texts; a single text serves as a list of one
  const toml::node* node(std::string_view key);          // anything; nullptr when absent

  // A text that `read` turns into a value; `forms` names what is allowed.
  template <typename T, typename Read>
  std::optional<T> word(std::string_view key, const Read& read, const std::vector<std::string>& forms) {
    const std::string value = text(key);
    if (value.empty()) return std::nullopt;
    std::optional<T> found = read(value);
    if (!found) not_one_of(key, value, forms);
    return found;
  }

  void fail(std::string_view key, const std::string& message);  // at the key, or at the table when it is absent
  void not_one_of(std::string_view key, std::string_view value, const std::vector<std::string>& forms);
  // Reports every key that was not asked for; to be called last.
  void finish();

 private:
  const toml::table& m_table;
  std::string m_where;
  std::vector<ConfigError>& m_errors;
  std::set<std::string, std::less<>> m_known;
};

}  // namespace idem
