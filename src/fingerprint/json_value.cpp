#include "fingerprint/json_value.hpp"

#include <algorithm>

namespace idem {

// UTF-8 bytes sort as code points. UTF-16 differs in one place: what lies above U+FFFF (lead bytes F0 to F4) is written
// with surrogates, which come before U+E000 to U+FFFF (lead bytes EE and EF).
static unsigned rank(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte == 0xee || byte == 0xef ? byte + 0x10U : byte;
}

bool utf16_less(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i)
    if (a[i] != b[i]) return rank(a[i]) < rank(b[i]);
  return a.size() < b.size();
}

static bool name_less(const JsonMember& member, std::string_view name) { return utf16_less(member.first, name); }

const JsonValue* find_member(const JsonValue& value, std::string_view name) {
  const JsonObject* object = value.object();
  if (object == nullptr) return nullptr;
  const auto found = std::lower_bound(object->begin(), object->end(), name, name_less);
  return found != object->end() && found->first == name ? &found->second : nullptr;
}

JsonValue* find_member(JsonObject& object, std::string_view name) {
  const auto found = std::lower_bound(object.begin(), object.end(), name, name_less);
  return found != object.end() && found->first == name ? &found->second : nullptr;
}

void set_member(JsonObject& object, std::string name, JsonValue value) {
  const auto place = std::lower_bound(object.begin(), object.end(), std::string_view(name), name_less);
  if (place != object.end() && place->first == name) {
    place->second = std::move(value);
  } else {
    object.insert(place, {std::move(name), std::move(value)});
  }
}

}  // namespace idem
