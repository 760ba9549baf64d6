#include "fingerprint/schema_defaults.hpp"

#include "fingerprint/pointer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace idem {

namespace {

constexpr int kDeepest = 256;
constexpr std::size_t kMostSteps = 500'000;  // a small schema can ask for endless work through allOf and $ref

struct Filler {
  const JsonValue& root;
  std::vector<std::string>& skipped;
  std::string error;
  std::size_t steps = 0;

  bool fail(std::string message) {
    error = std::move(message);
    return false;
  }

  const JsonValue* resolve(const std::string& reference) {
    if (!reference.starts_with('#')) return nullptr;
    const Result<JsonPointer> pointer = parse_pointer(std::string_view(reference).substr(1));
    const JsonValue* found = &root;
    for (std::size_t i = 0; pointer && found != nullptr && i < pointer->tokens.size(); ++i) {
      const std::string& token = pointer->tokens[i];
      if (const JsonArray* items = found->array()) {
        std::size_t index = items->size();
        std::from_chars(token.data(), token.data() + token.size(), index);
        found = index < items->size() ? &(*items)[index] : nullptr;
      } else {
        found = find_member(*found, token);
      }
    }
    return pointer ? found : nullptr;
  }

  bool fill(JsonValue& value, const JsonValue& schema, const std::string& at, int depth) {
    if (depth > kDeepest)
      return fail(fmt::format("the schema refers to itself without end at {}", at.empty() ? "the top" : at));
    if (++steps > kMostSteps) return fail("filling defaults takes more than 500,000 steps");
    if (const JsonValue* reference = find_member(schema, "$ref");
        reference != nullptr && reference->string() != nullptr) {
      const JsonValue* target = resolve(*reference->string());
      if (target == nullptr)
        return fail(fmt::format("$ref '{}' leads nowhere; only references inside the schema (#/...) are followed",
                                *reference->string()));
      if (!fill(value, *target, at, depth + 1)) return false;
    }
    if (const JsonValue* parts = find_member(schema, "allOf"); parts != nullptr && parts->array() != nullptr)
      for (const JsonValue& part : *parts->array())
        if (!fill(value, part, at, depth + 1)) return false;
    for (const char* choice : {"anyOf", "oneOf", "if"})
      if (find_member(schema, choice) != nullptr)
        skipped.push_back(fmt::format("{} ({})", at.empty() ? "/" : at, choice));
    if (value.object() != nullptr && !properties(*value.object(), schema, at, depth)) return false;
    return value.array() == nullptr || elements(*value.array(), schema, at, depth);
  }

  bool elements(JsonArray& items, const JsonValue& schema, const std::string& at, int depth) {
    const JsonValue* each = find_member(schema, "items");
    if (each == nullptr || each->object() == nullptr) return true;
    for (std::size_t i = 0; i < items.size(); ++i)
      if (!fill(items[i], *each, fmt::format("{}/{}", at, i), depth + 1)) return false;
    return true;
  }

  bool properties(JsonObject& object, const JsonValue& schema, const std::string& at, int depth) {
    const JsonValue* all = find_member(schema, "properties");
    if (all == nullptr || all->object() == nullptr) return true;
    for (const auto& [name, property] : *all->object()) {
      if (find_member(object, name) == nullptr) {
        const JsonValue* fallback = find_member(property, "default");
        const bool null = fallback == nullptr && allows_null(property) && !required(schema, name);
        if (fallback == nullptr && !null) continue;
        set_member(object, name, fallback != nullptr ? *fallback : JsonValue{nullptr});
      }
      if (!fill(*find_member(object, name), property, at + "/" + escape_token(name), depth + 1)) return false;
    }
    return true;
  }

  static bool allows_null(const JsonValue& property) {
    if (const JsonValue* nullable = find_member(property, "nullable"))
      if (const bool* flag = std::get_if<bool>(&nullable->data)) return *flag;
    const JsonValue* type = find_member(property, "type");
    if (type == nullptr) return false;
    const auto is_null = [](const JsonValue& word) { return word.string() != nullptr && *word.string() == "null"; };
    return is_null(*type) ||
           (type->array() != nullptr && std::any_of(type->array()->begin(), type->array()->end(), is_null));
  }

  static bool required(const JsonValue& schema, const std::string& name) {
    const JsonValue* names = find_member(schema, "required");
    if (names == nullptr || names->array() == nullptr) return false;
    return std::any_of(names->array()->begin(), names->array()->end(),
                       [&](const JsonValue& word) { return word.string() != nullptr && *word.string() == name; });
  }
};

}  // namespace

Result<void> fill_defaults(JsonValue& value, const JsonValue& schema, std::vector<std::string>& skipped) {
  Filler filler{schema, skipped, {}, 0};
  if (filler.fill(value, schema, "", 0)) {
    std::sort(skipped.begin(), skipped.end());
    skipped.erase(std::unique(skipped.begin(), skipped.end()), skipped.end());
    return {};
  }
  return Error{ErrorKind::input, filler.error};
}

}  // namespace idem
