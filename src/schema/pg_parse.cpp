#include "schema/pg_parse.hpp"

#include <pg_query.h>

namespace idem {

using nlohmann::json;

Result<json> parse_postgres(std::string_view statement) {
  if (statement.find('\0') != std::string_view::npos) return Error{ErrorKind::input, "the statement holds a NUL byte"};
  const std::string text{statement};
  PgQueryParseResult parsed = pg_query_parse(text.c_str());
  if (parsed.error != nullptr) {
    const Error error{ErrorKind::input, parsed.error->message};
    pg_query_free_parse_result(parsed);
    return error;
  }
  json tree = json::parse(parsed.parse_tree, nullptr, false);  // discarded where a string is not UTF-8
  pg_query_free_parse_result(parsed);
  if (tree.is_discarded()) return Error{ErrorKind::input, "the statement is not UTF-8"};
  json& statements = tree["stmts"];
  if (!statements.is_array() || statements.size() != 1 || !statements[0].contains("stmt"))
    return Error{ErrorKind::input, "not one statement"};
  return std::move(statements[0]["stmt"]);
}

std::string json_text(const json& node, const char* member) {
  const auto found = node.find(member);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string{};
}

bool json_flag(const json& node, const char* member) {
  const auto found = node.find(member);
  return found != node.end() && found->is_boolean() && found->get<bool>();
}

const json& json_list(const json& node, const char* member) {
  static const json empty = json::array();
  const auto found = node.find(member);
  return found != node.end() && found->is_array() ? *found : empty;
}

const json& json_object(const json& node, const char* member) {
  static const json empty = json::object();
  const auto found = node.find(member);
  return found != node.end() && found->is_object() ? *found : empty;
}

std::vector<std::string> json_names(const json& list) {
  std::vector<std::string> names;
  for (const json& item : list)
    if (const json& string = json_object(item, "String"); !string.empty()) names.push_back(json_text(string, "sval"));
  return names;
}

}  // namespace idem
