#pragma once

#include "base/result.hpp"
#include "fingerprint/json_reader.hpp"
#include "fingerprint/pointer.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace idem {

// What a request's fingerprint is bound to beside its body; the names in the order in which they are hashed.
inline constexpr std::array<std::string_view, 6> kBindingNames{"operation",    "api-version", "tool",
                                                               "tool-version", "tenant",      "actor"};

struct FingerprintTerms {
  std::vector<JsonPointer> include, exclude;
  std::optional<JsonValue> schema;
  std::array<std::optional<std::string>, kBindingNames.size()> bindings;
  std::optional<std::string> hmac_key;
};

// A document made ready for hashing.
struct CanonicalRequest {
  JsonValue value;
  std::string text;                    // canonical JSON
  std::vector<std::string> unmatched;  // pointers that named nothing
  std::vector<std::string> skipped;    // places of the schema that were not followed
};

// Fills defaults, keeps what is included, takes out what is excluded, and prints canonically, in this order.
// An error when an inclusion leaves nothing at all: then every request would have the same fingerprint.
Result<CanonicalRequest> canonicalize(JsonValue document, const FingerprintTerms& terms);

// The bytes that are hashed. Without bindings: the canonical text itself, so that any JCS library gives the same
// digest. With bindings: "idem.fingerprint/1", then for each binding given its name and value, then the text; every one
// of them preceded by its length in bytes as eight bytes, most significant first.
std::string fingerprint_preimage(const CanonicalRequest& request, const FingerprintTerms& terms);

// SHA-256, or HMAC-SHA-256 when there is a key; 64 hexadecimal digits.
std::string fingerprint_of(const CanonicalRequest& request, const FingerprintTerms& terms);

}  // namespace idem
