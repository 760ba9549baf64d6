#pragma once

#include "base/result.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace idem {

// The parse tree of one statement as libpg_query prints it (PostgreSQL's own grammar): an object with one member, whose
// name is the node's kind: {"CreateStmt": {...}}. What the grammar does not know is an error with the parser's words.
Result<nlohmann::json> parse_postgres(std::string_view statement);

// Small readings of such trees; absent members are "" or false.
std::string json_text(const nlohmann::json& node, const char* member);
bool json_flag(const nlohmann::json& node, const char* member);
// The names in a list of {"String": {"sval": ...}}.
std::vector<std::string> json_names(const nlohmann::json& list);
// A member that is a list, or an empty list.
const nlohmann::json& json_list(const nlohmann::json& node, const char* member);
// A member that is an object, or an empty object.
const nlohmann::json& json_object(const nlohmann::json& node, const char* member);

}  // namespace idem
