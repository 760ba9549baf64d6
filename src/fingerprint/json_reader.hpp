#pragma once

#include "base/result.hpp"
#include "fingerprint/json_value.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace idem {

// Bounds on what is read. A value takes about 50 bytes beside its text, so memory stays a small multiple of `bytes`.
struct JsonLimits {
  std::size_t bytes = 16 << 20;
  std::size_t values = 1'000'000;
  std::size_t depth = 256;
};

// Limits for inputs of up to `bytes`.
JsonLimits limits_for(std::size_t bytes);

// Reads one JSON text (RFC 8259) that is also I-JSON (RFC 7493): no duplicate members, no lone surrogates or
// noncharacters, valid UTF-8, no integer beyond ±(2^53 - 1) and no number that a double cannot hold. What breaks that
// is an error with `name`, line and column, since its canonical form would not be the same everywhere.
Result<JsonValue> read_json(std::string_view text, const std::string& name, const JsonLimits& limits = {});

// Whether a JSON string can hold the text as it is: valid UTF-8 without noncharacters.
bool is_json_text(std::string_view text);

}  // namespace idem
