#pragma once

#include "base/result.hpp"
#include "fingerprint/json_value.hpp"

#include <string>
#include <vector>

namespace idem {

// Fills what a request may leave out from a JSON Schema, so that leaving a default out and sending it count as the
// same: an absent property with a `default` gets it; an absent, not required property whose type allows null gets null.
// Follows properties, items, allOf and local $ref. Choices (anyOf, oneOf, if) are not followed, since which one holds
// is not known: `skipped` names where they stand. The default of a property may itself be filled.
Result<void> fill_defaults(JsonValue& value, const JsonValue& schema, std::vector<std::string>& skipped);

}  // namespace idem
