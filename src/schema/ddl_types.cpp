#include "schema/ddl_types.hpp"

#include "schema/pg_parse.hpp"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

using nlohmann::json;

// What the parser calls a type, as people write it.
static std::string common_type_name(const std::string& internal) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kNames{{
      {"int2", "smallint"},
      {"int4", "integer"},
      {"int8", "bigint"},
      {"serial", "integer"},
      {"serial4", "integer"},
      {"bigserial", "bigint"},
      {"serial8", "bigint"},
      {"smallserial", "smallint"},
      {"serial2", "smallint"},
      {"bool", "boolean"},
      {"bpchar", "character"},
      {"varchar", "character varying"},
      {"float4", "real"},
      {"float8", "double precision"},
      {"timestamptz", "timestamp with time zone"},
      {"timestamp", "timestamp without time zone"},
  }};
  for (const auto& [from, to] : kNames)
    if (internal == from) return std::string{to};
  return internal;
}

std::string type_text(const json& type) {
  std::vector<std::string> names = json_names(json_list(type, "names"));
  if (names.empty()) return "";
  if (names.size() == 2 && names[0] == "pg_catalog") names.erase(names.begin());
  std::string text = names.size() == 1 ? common_type_name(names[0]) : names[0] + "." + names[1];
  std::string modifiers;
  for (const json& modifier : json_list(type, "typmods")) {
    const json& value = json_object(json_object(modifier, "A_Const"), "ival");
    const auto number = value.find("ival");
    if (number == value.end()) continue;
    modifiers += (modifiers.empty() ? "" : ",") + std::to_string(number->get<long long>());
  }
  const bool internal_interval = text == "interval";
  if (!modifiers.empty() && !internal_interval) text += "(" + modifiers + ")";
  if (!json_list(type, "arrayBounds").empty()) text += "[]";
  return text;
}

}  // namespace idem
