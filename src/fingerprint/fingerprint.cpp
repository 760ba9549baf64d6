#include "fingerprint/fingerprint.hpp"

#include "base/digest.hpp"
#include "fingerprint/canonical.hpp"
#include "fingerprint/schema_defaults.hpp"

namespace idem {

namespace {

void append_framed(std::string& out, std::string_view text) {
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>((text.size() >> shift) & 0xff);
  out += text;
}

bool is_empty(const JsonValue& value) {
  if (value.object() != nullptr) return value.object()->empty();
  return value.array() != nullptr && value.array()->empty();
}

}  // namespace

Result<CanonicalRequest> canonicalize(JsonValue document, const FingerprintTerms& terms) {
  CanonicalRequest request;
  if (terms.schema) {
    const Result<void> filled = fill_defaults(document, *terms.schema, request.skipped);
    if (!filled) return filled.error().with_context("--schema");
  }
  keep_only(document, terms.include, request.unmatched);
  if (!terms.include.empty() && request.unmatched.size() == terms.include.size())
    return Error{ErrorKind::input,
                 "none of the --include pointers names anything here: every request would have the same fingerprint"};
  for (const JsonPointer& pointer : terms.exclude)
    if (!remove_at(document, pointer)) request.unmatched.push_back(pointer.text);
  if (!terms.exclude.empty() && is_empty(document))
    return Error{ErrorKind::input, "nothing is left to hash: every request would have the same fingerprint"};
  request.text = canonical_json(document);
  request.value = std::move(document);
  return request;
}

std::string fingerprint_preimage(const CanonicalRequest& request, const FingerprintTerms& terms) {
  std::string bound;
  for (std::size_t i = 0; i < kBindingNames.size(); ++i) {
    if (!terms.bindings[i]) continue;
    append_framed(bound, kBindingNames[i]);
    append_framed(bound, *terms.bindings[i]);
  }
  if (bound.empty()) return request.text;
  std::string preimage;
  append_framed(preimage, "idem.fingerprint/1");
  preimage += bound;
  append_framed(preimage, request.text);
  return preimage;
}

std::string fingerprint_of(const CanonicalRequest& request, const FingerprintTerms& terms) {
  const std::string preimage = fingerprint_preimage(request, terms);
  return terms.hmac_key ? to_hex(hmac_sha256(*terms.hmac_key, preimage)) : sha256_hex(preimage);
}

}  // namespace idem
