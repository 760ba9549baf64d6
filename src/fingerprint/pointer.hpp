#pragma once

#include "base/result.hpp"
#include "fingerprint/json_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A JSON pointer (RFC 6901) as its tokens. A token "*" stands for every member or element.
struct JsonPointer {
  std::string text;
  std::vector<std::string> tokens;
};

Result<JsonPointer> parse_pointer(std::string_view text);

// One token as it stands in a pointer: "a/b" → "a~1b".
std::string escape_token(std::string_view token);

// Leaves only what the pointers name (containers on the way stay; elements of an array close ranks). With no pointer
// everything stays. `unmatched` collects pointers that name nothing.
void keep_only(JsonValue& value, const std::vector<JsonPointer>& pointers, std::vector<std::string>& unmatched);

// Takes out what a pointer names; false when it names nothing. The whole value cannot be taken out.
bool remove_at(JsonValue& value, const JsonPointer& pointer);

// Every place below a value where two differ, in canonical order.
struct JsonDifference {
  std::string pointer;
  const JsonValue* a = nullptr;  // nullptr = absent there
  const JsonValue* b = nullptr;
};
std::vector<JsonDifference> differences(const JsonValue& a, const JsonValue& b);

}  // namespace idem
