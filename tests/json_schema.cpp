#include "json_schema.hpp"

#include <algorithm>
#include <regex>
#include <set>
#include <stdexcept>

namespace idem {

namespace {

using Json = nlohmann::json;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number_integer();
  throw std::runtime_error("unknown type " + type);
}

class Validator {
 public:
  explicit Validator(const Json& root) : m_root(root) {}
  std::vector<std::string> errors;

  void check(const Json& schema, const Json& value, const std::string& at) {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) errors.push_back(at + ": not allowed");
      return;
    }
    for (const auto& [key, rule] : schema.items()) keyword(key, rule, schema, value, at);
  }

 private:
  void keyword(const std::string& key, const Json& rule, const Json& schema, const Json& value, const std::string& at) {
    static const std::set<std::string> kNoted{"$schema",     "$id",      "id",          "title",
                                              "description", "default",  "definitions", "$defs",
                                              "format",      "$comment", "examples",    "additionalItems"};
    if (kNoted.contains(key)) return;
    if (key == "$ref") return check(m_root.at(Json::json_pointer(rule.get<std::string>().substr(1))), value, at);
    if (key == "type") return type(rule, value, at);
    if (key == "enum")
      return want(std::ranges::find(rule, value) != rule.end(), at, value.dump() + " is not in " + rule.dump());
    if (key == "const") return want(rule == value, at, value.dump() + " is not " + rule.dump());
    if (key == "allOf" || key == "anyOf" || key == "oneOf") return several(key, rule, value, at);
    if (key == "not") return want(!valid(rule, value), at, "matches what it must not");
    if (value.is_object()) return object(key, rule, schema, value, at);
    if (value.is_array()) return array(key, rule, value, at);
    if (value.is_string()) return string(key, rule, value.get<std::string>(), at);
    if (value.is_number()) return number(key, rule, value.get<double>(), at);
    known(key);
  }

  static void known(const std::string& key) {
    static const std::set<std::string> kKnown{
        "required", "properties", "additionalProperties", "patternProperties", "minProperties", "items",
        "minItems", "maxItems",   "uniqueItems",          "pattern",           "minLength",     "maxLength",
        "minimum",  "maximum",    "exclusiveMinimum",     "exclusiveMaximum",  "multipleOf"};
    if (!kKnown.contains(key)) throw std::runtime_error("keyword not understood: " + key);
  }

  void want(bool condition, const std::string& at, const std::string& message) {
    if (!condition) errors.push_back((at.empty() ? "/" : at) + ": " + message);
  }

  bool valid(const Json& schema, const Json& value) const {
    Validator inner(m_root);
    inner.check(schema, value, "");
    return inner.errors.empty();
  }

  void type(const Json& rule, const Json& value, const std::string& at) {
    const bool fits = rule.is_string()
                          ? has_type(value, rule)
                          : std::ranges::any_of(rule, [&](const Json& each) { return has_type(value, each); });
    want(fits, at, std::string(value.type_name()) + " is not of type " + rule.dump());
  }

  void several(const std::string& key, const Json& rules, const Json& value, const std::string& at) {
    const auto fits = std::ranges::count_if(rules, [&](const Json& each) { return valid(each, value); });
    if (key == "allOf")
      for (const Json& each : rules) check(each, value, at);
    if (key == "anyOf") want(fits > 0, at, "matches none of anyOf");
    if (key == "oneOf") want(fits == 1, at, "matches " + std::to_string(fits) + " of oneOf");
  }

  void object(const std::string& key, const Json& rule, const Json& schema, const Json& value, const std::string& at) {
    if (key == "required") {
      for (const Json& name : rule) want(value.contains(name), at, name.get<std::string>() + " is missing");
    } else if (key == "properties") {
      for (const auto& [name, sub] : rule.items())
        if (value.contains(name)) check(sub, value[name], at + "/" + name);
    } else if (key == "additionalProperties") {
      for (const auto& [name, sub] : value.items())
        if (!schema.contains("properties") || !schema["properties"].contains(name)) check(rule, sub, at + "/" + name);
    } else {
      known(key);
    }
  }

  void array(const std::string& key, const Json& rule, const Json& value, const std::string& at) {
    if (key == "items") {
      for (std::size_t i = 0; i < value.size(); ++i) check(rule, value[i], at + "/" + std::to_string(i));
    } else if (key == "minItems") {
      want(value.size() >= rule.get<std::size_t>(), at, "has too few items");
    } else if (key == "maxItems") {
      want(value.size() <= rule.get<std::size_t>(), at, "has too many items");
    } else if (key == "uniqueItems") {
      const std::set<Json> distinct(value.begin(), value.end());
      want(!rule.get<bool>() || distinct.size() == value.size(), at, "items are not unique");
    } else {
      known(key);
    }
  }

  void string(const std::string& key, const Json& rule, const std::string& value, const std::string& at) {
    if (key == "pattern")
      want(std::regex_search(value, std::regex(rule.get<std::string>())), at,
           "'" + value + "' does not match " + rule.dump());
    else if (key == "minLength")
      want(value.size() >= rule.get<std::size_t>(), at, "is too short");
    else
      known(key);
  }

  void number(const std::string& key, const Json& rule, double value, const std::string& at) {
    if (key == "minimum")
      want(value >= rule.get<double>(), at, "is too small");
    else if (key == "maximum")
      want(value <= rule.get<double>(), at, "is too large");
    else
      known(key);
  }

  const Json& m_root;
};

}  // namespace

std::vector<std::string> schema_violations(const Json& schema, const Json& document) {
  Validator validator(schema);
  validator.check(schema, document, "");
  return validator.errors;
}

}  // namespace idem
