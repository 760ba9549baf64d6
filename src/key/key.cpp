#include "key/key.hpp"

#include "base/digest.hpp"
#include "fingerprint/canonical.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

// UUIDv5 of the DNS name idem.invalid; any fixed one would do, as long as it never changes.
constexpr std::string_view kOwnNamespace = "7e0bdbc8-1ea3-51fe-bb4e-81b379b890d4";

std::string namespace_bytes_of(const CallParts& parts) {
  const std::string own = *uuid_bytes(kOwnNamespace);
  if (!parts.ns) return own;
  if (const std::optional<std::string> given = uuid_bytes(*parts.ns)) return *given;
  return *uuid_bytes(uuid_v5(own, *parts.ns));
}

void add(JsonObject& object, std::string_view name, const std::optional<std::string>& value) {
  if (value) set_member(object, std::string(name), JsonValue{*value});
}

std::string base32(std::string_view bytes) {
  constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz234567";
  std::string out;
  unsigned buffer = 0, bits = 0;
  for (const char c : bytes) {
    buffer = buffer << 8 | static_cast<unsigned char>(c);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += kAlphabet[buffer >> bits & 31];
    }
  }
  return out;
}

std::string derive(const std::string& namespace_bytes, const std::string& name, KeyForm form) {
  if (form == KeyForm::uuid) return uuid_v5(namespace_bytes, name);
  const std::string digest = sha256(namespace_bytes + name);
  return form == KeyForm::sha256 ? to_hex(digest) : base32(std::string_view(digest).substr(0, 20));
}

std::string uuid_text(std::string_view bytes) {
  const std::string hex = to_hex(bytes);
  return fmt::format("{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4), hex.substr(16, 4),
                     hex.substr(20, 12));
}

}  // namespace

std::string uuid_v5(std::string_view namespace_bytes, std::string_view name) {
  std::string bytes = sha1(std::string(namespace_bytes) + std::string(name)).substr(0, 16);
  bytes[6] = static_cast<char>((bytes[6] & 0x0f) | 0x50);
  bytes[8] = static_cast<char>((bytes[8] & 0x3f) | 0x80);
  return uuid_text(bytes);
}

std::optional<std::string> uuid_bytes(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  std::string bytes;
  unsigned byte = 0, digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const char c = text[i];
    if (dash != (c == '-')) return std::nullopt;
    if (dash) continue;
    const unsigned digit = c >= '0' && c <= '9'   ? static_cast<unsigned>(c - '0')
                           : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a' + 10)
                           : c >= 'A' && c <= 'F' ? static_cast<unsigned>(c - 'A' + 10)
                                                  : 16U;
    if (digit == 16) return std::nullopt;
    byte = byte << 4 | digit;
    if (++digits % 2 == 0) {
      bytes += static_cast<char>(byte);
      byte = 0;
    }
  }
  return bytes;
}

bool tells_repeats_apart(const CallParts& parts) {
  return parts.session || parts.workflow || parts.turn || parts.intent || !parts.others.empty();
}

MadeKey make_key(const CallParts& parts, KeyForm form) {
  MadeKey made;
  std::string in = namespace_bytes_of(parts);
  made.namespace_uuid = uuid_text(in);
  const bool two_levels = parts.step.has_value();
  JsonObject outer, rest;
  add(outer, "session", parts.session);
  add(outer, "workflow", parts.workflow);
  if (two_levels) {
    made.workflow_name = canonical_json(JsonValue{outer});
    made.workflow_key = derive(in, made.workflow_name, form);
    in = *uuid_bytes(uuid_v5(in, made.workflow_name));
  } else {
    rest = outer;
  }
  add(rest, "step", parts.step);
  add(rest, "tool", parts.tool);
  add(rest, "intent", parts.intent);
  add(rest, "turn", parts.turn);
  if (parts.input) set_member(rest, "input", *parts.input);
  JsonObject others;
  for (const auto& [name, value] : parts.others) set_member(others, name, JsonValue{value});
  if (!others.empty()) set_member(rest, "parts", JsonValue{others});
  made.name = canonical_json(JsonValue{rest});
  made.key = derive(in, made.name, form);
  return made;
}

}  // namespace idem
