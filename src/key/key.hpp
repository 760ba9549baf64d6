#pragma once

#include "base/result.hpp"
#include "fingerprint/fingerprint.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

// An idempotency key made by a harness from what an action is, never from a clock or a random number, so that every
// retry, also after a crash and on another machine, makes the same one.
//
//   namespace     a UUID, or a name that becomes one: UUIDv5(idem's own namespace, name)
//   name          canonical JSON (RFC 8785) of an object with the parts that are given
//   key           UUIDv5(namespace, name)
// With a step there are two levels: the workflow's key is made of session and workflow, and it is the namespace in
// which the step's key is made of the rest. A workflow that is run again under the same name so reproduces each step's
// key.

// A call, described. Empty optional = the part is not given, which differs from an empty text.
struct CallParts {
  std::optional<std::string> ns, session, workflow, step, tool, intent, turn;
  std::optional<JsonValue> input;
  std::vector<std::pair<std::string, std::string>> others;  // parts of the user's own
};

enum class KeyForm { uuid, sha256, base32 };

struct MadeKey {
  std::string namespace_uuid;
  std::string workflow_name, workflow_key;  // empty without a step
  std::string name, key;                    // of the call, or of the step
};

// Refuses (usage) what makes keys useless, unless forced: parts or members of the input named as a clock, as random, as
// an attempt or as tracing; values that are a time of about `now` (Unix seconds); a turn, step, tool or part of one's
// own that is a UUID made anew; empty parts; and a call that says nothing but its tool.
Result<void> check_parts(const CallParts& parts, std::int64_t now);

// Whether the call says whose action it is, or which of several: without that, two honest equal requests count as one.
bool tells_repeats_apart(const CallParts& parts);

// The key in the form asked. base32 is 32 letters and digits (RFC 4648, lower case) of the first 20 bytes of SHA-256.
MadeKey make_key(const CallParts& parts, KeyForm form);

// UUID version 5 (RFC 9562) of a name in a namespace of 16 raw bytes.
std::string uuid_v5(std::string_view namespace_bytes, std::string_view name);
// The raw bytes of a UUID in its text form; nullopt when it is none.
std::optional<std::string> uuid_bytes(std::string_view text);

// Reads a call description: a JSON object with namespace, session, workflow, step, tool, input, intent, turn and parts.
Result<CallParts> read_call(const JsonValue& document, const std::string& name);

// One part in which two calls differ, or are equal.
struct PartComparison {
  std::string part;  // "session", "input /amount"
  std::string first, second;
  std::string why;  // named as or looking like what changes from try to try ("a clock", "a random UUID"), or empty
};

struct KeyComparison {
  std::string first_key, second_key;
  bool same = false;
  std::vector<PartComparison> differing;
  std::vector<std::string> equal;  // names of the parts that are given and equal
  bool only_content = false;       // neither call tells honest repeats apart
};

KeyComparison compare_calls(const CallParts& first, const CallParts& second, KeyForm form);

}  // namespace idem
