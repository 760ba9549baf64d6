#include "fingerprint/canonical.hpp"
#include "fingerprint/fresh_values.hpp"
#include "fingerprint/volatile_names.hpp"
#include "key/key.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace idem {

namespace {

struct Named {
  std::string_view name;
  std::optional<std::string> CallParts::*part;
};
constexpr std::array<Named, 7> kParts{{{"namespace", &CallParts::ns},
                                       {"session", &CallParts::session},
                                       {"workflow", &CallParts::workflow},
                                       {"step", &CallParts::step},
                                       {"tool", &CallParts::tool},
                                       {"intent", &CallParts::intent},
                                       {"turn", &CallParts::turn}}};

std::string shown(const JsonValue* value) {
  if (value == nullptr) return "(absent)";
  constexpr std::size_t kMost = 200;
  std::string text = canonical_json(*value);
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (text[end] & 0xc0) == 0x80) --end;  // not inside a character
  return text.substr(0, end) + "...";
}
std::string shown(const std::optional<std::string>& value) {
  if (!value) return "(absent)";
  const JsonValue text{*value};
  return shown(&text);
}

// Why two values that differ may belong to two tries of the same call: both are times, or both are UUIDs made anew.
std::string why_both_fresh(const std::string& a, const std::string& b, bool may_be_random) {
  if (moment_of(a) && moment_of(b)) return "a time";
  const int version = fresh_uuid_version(a);
  if (may_be_random || version == 0 || fresh_uuid_version(b) != version) return "";
  return version == 4 ? "a random UUID" : "a UUID made from the clock";
}

std::string why_differs(const std::string& name, const JsonValue* a, const JsonValue* b) {
  if (const std::string_view why = why_volatile(name); !why.empty()) return std::string(why);
  if (a == nullptr || b == nullptr) return "";
  const auto scalar = [](const JsonValue& value) {
    return value.string() != nullptr ? *value.string() : canonical_json(value);
  };
  return why_both_fresh(scalar(*a), scalar(*b), names_an_id(name));
}

void compare_inputs(const CallParts& first, const CallParts& second, KeyComparison& comparison) {
  if (!first.input && !second.input) return;
  if (!first.input || !second.input) {
    comparison.differing.push_back(
        {"input", shown(first.input ? &*first.input : nullptr), shown(second.input ? &*second.input : nullptr), ""});
    return;
  }
  const std::vector<JsonDifference> found = differences(*first.input, *second.input);
  if (found.empty()) comparison.equal.emplace_back("input");
  for (const JsonDifference& d : found) {
    const std::string name = d.pointer.substr(d.pointer.rfind('/') + 1);
    comparison.differing.push_back({fmt::format("input {}", d.pointer.empty() ? "(whole)" : d.pointer), shown(d.a),
                                    shown(d.b), why_differs(name, d.a, d.b)});
  }
}

void compare_others(const CallParts& first, const CallParts& second, KeyComparison& comparison) {
  std::map<std::string, std::pair<std::optional<std::string>, std::optional<std::string>>> all;
  for (const auto& [name, value] : first.others) all[name].first = value;
  for (const auto& [name, value] : second.others) all[name].second = value;
  for (const auto& [name, values] : all) {
    if (values.first == values.second) {
      comparison.equal.push_back(name);
      continue;
    }
    std::string why(why_volatile(name));
    if (why.empty() && values.first && values.second)
      why = why_both_fresh(*values.first, *values.second, names_an_id(name));
    comparison.differing.push_back({name, shown(values.first), shown(values.second), why});
  }
}

}  // namespace

Result<CallParts> read_call(const JsonValue& document, const std::string& name) {
  const auto wrong = [&](const std::string& message) { return Error{ErrorKind::input, name + ": " + message}; };
  if (document.object() == nullptr)
    return wrong("a call is a JSON object with tool, input, session, workflow, step, intent, turn, namespace or parts");
  CallParts parts;
  for (const auto& [key, value] : *document.object()) {
    const auto known =
        std::find_if(kParts.begin(), kParts.end(), [&, &k = key](const Named& part) { return part.name == k; });
    if (known != kParts.end()) {
      if (value.string() == nullptr && std::get_if<double>(&value.data) == nullptr)
        return wrong(fmt::format("{} is a text or a number", key));
      parts.*(known->part) = value.string() != nullptr ? *value.string() : canonical_json(value);
    } else if (key == "input") {
      parts.input = value;
    } else if (key == "parts" && value.object() != nullptr) {
      for (const auto& [part, text] : *value.object())
        parts.others.emplace_back(part, text.string() != nullptr ? *text.string() : canonical_json(text));
    } else {
      return wrong(
          fmt::format("'{}' is no part of a call; the parts are namespace, session, workflow, step, tool, input, "
                      "intent, turn and parts (an object)",
                      key));
    }
  }
  return parts;
}

KeyComparison compare_calls(const CallParts& first, const CallParts& second, KeyForm form) {
  KeyComparison comparison;
  comparison.first_key = make_key(first, form).key;
  comparison.second_key = make_key(second, form).key;
  comparison.same = comparison.first_key == comparison.second_key;
  for (const Named& part : kParts) {
    const std::optional<std::string>& a = first.*(part.part);
    const std::optional<std::string>& b = second.*(part.part);
    if (a == b && a) comparison.equal.emplace_back(part.name);
    const bool may_be_random = part.name == "session" || part.name == "workflow" || part.name == "intent";
    if (a != b)
      comparison.differing.push_back(
          {std::string(part.name), shown(a), shown(b), a && b ? why_both_fresh(*a, *b, may_be_random) : ""});
  }
  comparison.only_content = !tells_repeats_apart(first) && !tells_repeats_apart(second);
  compare_inputs(first, second, comparison);
  compare_others(first, second, comparison);
  return comparison;
}

}  // namespace idem
