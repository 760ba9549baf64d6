#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace idem {

struct JsonValue;
using JsonArray = std::vector<JsonValue>;
using JsonMember = std::pair<std::string, JsonValue>;
using JsonObject = std::vector<JsonMember>;  // sorted by utf16_less, names unique

// An I-JSON value (RFC 7493): strings are valid UTF-8, numbers are finite doubles.
struct JsonValue {
  std::variant<std::nullptr_t, bool, double, std::string, JsonArray, JsonObject> data = nullptr;

  JsonArray* array() { return std::get_if<JsonArray>(&data); }
  const JsonArray* array() const { return std::get_if<JsonArray>(&data); }
  JsonObject* object() { return std::get_if<JsonObject>(&data); }
  const JsonObject* object() const { return std::get_if<JsonObject>(&data); }
  const std::string* string() const { return std::get_if<std::string>(&data); }
};

// Order of two UTF-8 strings by their UTF-16 code units, as RFC 8785 sorts members.
bool utf16_less(std::string_view a, std::string_view b);

// The member of an object, or nullptr. Any value may be asked.
const JsonValue* find_member(const JsonValue& value, std::string_view name);
JsonValue* find_member(JsonObject& object, std::string_view name);

// Adds or replaces a member, keeping the order.
void set_member(JsonObject& object, std::string name, JsonValue value);

}  // namespace idem
