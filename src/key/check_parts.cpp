// What makes a key useless: parts that a retry would bring anew, empty ones, and calls that say nothing.
#include "fingerprint/fresh_values.hpp"
#include "fingerprint/volatile_names.hpp"
#include "key/key.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

constexpr std::string_view kMeans = "a retry would make another key, and nothing would be recognised";

Error refuse(std::string_view place, std::string_view why, std::string_view way_out) {
  return {ErrorKind::usage, fmt::format("{} looks like {}: {}; {}, or say --force", place, why, kMeans, way_out)};
}

Result<void> check_names(const CallParts& parts) {
  for (const auto& [name, value] : parts.others)
    if (const std::string_view why = why_volatile(name); !why.empty())
      return refuse("the part " + name, why, "leave it out");
  if (parts.input)
    for (const NamedPlace& place : volatile_members(*parts.input))
      return refuse("the input's " + place.pointer, place.why,
                    fmt::format("leave it out with --exclude {}", place.pointer));
  return {};
}

// A session, a workflow or an intention may have a random id that is kept: it is one per intention, not per try. What
// is numbered or named (turns, steps, tools) has none.
Result<void> check_value(const std::string& place, const std::string& value, bool may_be_random, std::int64_t now) {
  if (value.empty())
    return Error{
        ErrorKind::usage,
        fmt::format("{} is empty (an unset variable?), so it tells nothing apart: leave it out, or say --force",
                    place)};
  const std::string_view why = why_fresh(value, now);
  if (why.empty() || (may_be_random && !moment_of(value))) return {};
  return refuse(fmt::format("{} '{}'", place, value), why,
                moment_of(value) ? "leave it out" : "give an id that is kept as --intent, --workflow or --session");
}

Result<void> check_values(const CallParts& parts, std::int64_t now) {
  struct Named {
    const char* place;
    const std::optional<std::string>& value;
    bool may_be_random;
  };
  for (const Named& part : {Named{"the namespace", parts.ns, true}, Named{"the session", parts.session, true},
                            Named{"the workflow", parts.workflow, true}, Named{"the intent", parts.intent, true},
                            Named{"the step", parts.step, false}, Named{"the turn", parts.turn, false},
                            Named{"the tool", parts.tool, false}}) {
    if (!part.value) continue;
    Result<void> useful = check_value(part.place, *part.value, part.may_be_random, now);
    if (!useful) return useful;
  }
  for (const auto& [name, value] : parts.others) {
    Result<void> useful = check_value("the part " + name, value, names_an_id(name), now);
    if (!useful) return useful;
  }
  if (parts.input)
    for (const FreshPlace& place : fresh_members(*parts.input, now))
      if (place.is_time)
        return refuse(
            "the input's " + (place.pointer.empty() ? "value" : place.pointer), place.why,
            place.pointer.empty() ? "leave it out" : fmt::format("leave it out with --exclude {}", place.pointer));
  return {};
}

}  // namespace

Result<void> check_parts(const CallParts& parts, std::int64_t now) {
  Result<void> named = check_names(parts);
  if (!named) return named;
  Result<void> valued = check_values(parts, now);
  if (!valued) return valued;
  if (tells_repeats_apart(parts) || parts.input) return {};
  return Error{ErrorKind::usage,
               "the key would be the same for every call of the kind: say what this one is by --session or --workflow "
               "and --step, --turn, --intent or --input"};
}

}  // namespace idem
