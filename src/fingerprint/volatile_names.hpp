#pragma once

#include "fingerprint/json_value.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Why a member or part of this name should not decide which request is which, in a few words ("a clock",
// "a random number", "an attempt counter", "tracing data"), or empty. Upper case, dashes and underscores make no
// difference.
std::string_view why_volatile(std::string_view name);

// Why a member of this name should not be hashed without a key ("a secret", "card data"), or empty.
std::string_view why_sensitive(std::string_view name);

struct NamedPlace {
  std::string pointer;
  std::string_view why;
};
// Members anywhere below a value whose names are volatile (or sensitive), in canonical order.
std::vector<NamedPlace> volatile_members(const JsonValue& value);
std::vector<NamedPlace> sensitive_members(const JsonValue& value);

}  // namespace idem
