#include "json_schema.hpp"

#include <set>

namespace idem {

namespace {

using Json = nlohmann::json;

bool is_type(const Json& value, const std::string& type) {
  if (type == "null") return value.is_null();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  return type == "array" ? value.is_array() : type == "object" && value.is_object();
}

struct Checker {
  const Json& root;
  std::vector<std::string> found;

  void check(const Json& schema, const Json& value, const std::string& at) {
    static const std::set<std::string> kKnown{"$schema", "title",   "description", "$defs",      "type",
                                              "const",   "enum",    "required",    "properties", "additionalProperties",
                                              "items",   "minimum", "$ref"};
    for (const auto& [keyword, ignored] : schema.items())
      if (!kKnown.contains(keyword)) found.push_back(at + ": the schema uses " + keyword + ", which is not checked");
    if (schema.contains("$ref"))
      check(root.at(Json::json_pointer(schema["$ref"].get<std::string>().substr(1))), value, at);
    if (schema.contains("const") && schema["const"] != value)
      found.push_back(at + ": is not " + schema["const"].dump());
    if (schema.contains("minimum") && value.is_number() && value < schema["minimum"])
      found.push_back(at + ": below the minimum");
    if (schema.contains("enum")) {
      bool any = false;
      for (const Json& allowed : schema["enum"]) any = any || allowed == value;
      if (!any) found.push_back(at + ": " + value.dump() + " is not in the enum");
    }
    if (schema.contains("type")) {
      bool any = false;
      for (const Json& type : schema["type"].is_array() ? schema["type"] : Json::array({schema["type"]}))
        any = any || is_type(value, type);
      if (!any) found.push_back(at + ": has the wrong type: " + value.dump().substr(0, 60));
    }
    if (value.is_object()) members(schema, value, at);
    if (value.is_array() && schema.contains("items"))
      for (std::size_t i = 0; i < value.size(); ++i) check(schema["items"], value[i], at + "/" + std::to_string(i));
  }

  void members(const Json& schema, const Json& value, const std::string& at) {
    for (const Json& name : schema.value("required", Json::array()))
      if (!value.contains(name)) found.push_back(at + ": lacks " + name.get<std::string>());
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name))
        check(properties[name], member, at + "/" + name);
      else if (schema.value("additionalProperties", Json(true)) == Json(false))
        found.push_back(at + ": has the unknown member " + name);
    }
  }
};

}  // namespace

std::vector<std::string> schema_violations(const Json& schema, const Json& document) {
  Checker checker{schema, {}};
  checker.check(schema, document, "");
  return checker.found;
}

}  // namespace idem
