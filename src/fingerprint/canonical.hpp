#pragma once

#include "fingerprint/json_value.hpp"

#include <string>

namespace idem {

// A finite number as ECMAScript's Number::toString prints it (ECMA-262, 6.1.6.1.20), which RFC 8785 asks for.
std::string ecma_number(double number);

// The canonical text of a value: RFC 8785 (JCS).
std::string canonical_json(const JsonValue& value);

}  // namespace idem
