#include "config/toml_reader.hpp"

#include "base/near_miss.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

namespace idem {

static std::uint32_t line_of(const toml::node& node) { return node.source().begin.line; }

TableReader::TableReader(const toml::table& table, std::string where, std::vector<ConfigError>& errors)
    : m_table(table), m_where(std::move(where)), m_errors(errors) {}

const toml::node* TableReader::node(std::string_view key) {
  m_known.emplace(key);
  return m_table.get(key);
}

std::string TableReader::text(std::string_view key) {
  const toml::node* const found = node(key);
  if (found == nullptr) return "";
  if (const auto value = found->value_exact<std::string>()) return *value;
  fail(key, fmt::format("'{}' must be a text", key));
  return "";
}

std::string TableReader::required(std::string_view key) {
  std::string value = text(key);
  if (value.empty() && (m_table.get(key) == nullptr || m_table.get(key)->is_string()))
    fail(key, fmt::format("'{}' is missing", key));
  return value;
}

bool TableReader::flag(std::string_view key) {
  const toml::node* const found = node(key);
  if (found == nullptr) return false;
  if (const auto value = found->value_exact<bool>()) return *value;
  fail(key, fmt::format("'{}' must be true or false", key));
  return false;
}

std::optional<std::int64_t> TableReader::integer(std::string_view key) {
  const toml::node* const found = node(key);
  if (found == nullptr) return std::nullopt;
  if (const auto value = found->value_exact<std::int64_t>()) return *value;
  fail(key, fmt::format("'{}' must be a whole number", key));
  return std::nullopt;
}

std::vector<std::string> TableReader::texts(std::string_view key) {
  const toml::node* const found = node(key);
  if (found == nullptr) return {};
  if (const auto value = found->value_exact<std::string>()) return {*value};
  std::vector<std::string> list;
  bool sound = found->is_array();
  if (sound)
    for (const toml::node& item : *found->as_array()) {
      const auto value = item.value_exact<std::string>();
      sound = sound && value && !value->empty();
      if (value) list.push_back(*value);
    }
  if (!sound) fail(key, fmt::format("'{}' must be a list of texts", key));
  return list;
}

void TableReader::fail(std::string_view key, const std::string& message) {
  const toml::node* const found = m_table.get(key);
  m_errors.push_back({line_of(found != nullptr ? *found : static_cast<const toml::node&>(m_table)),
                      fmt::format("{} in {}", message, m_where)});
}

void TableReader::not_one_of(std::string_view key, std::string_view value, const std::vector<std::string>& forms) {
  fail(key, fmt::format("{} = '{}' is none of {}{}", key, value, fmt::join(forms, ", "), did_you_mean(value, forms)));
}

void TableReader::finish() {
  const std::vector<std::string> known(m_known.begin(), m_known.end());
  for (const auto& [key, node] : m_table) {
    if (m_known.contains(key.str())) continue;
    m_errors.push_back({key.source().begin.line,
                        fmt::format("unknown key '{}' in {}{}", key.str(), m_where, did_you_mean(key.str(), known))});
  }
}

}  // namespace idem
