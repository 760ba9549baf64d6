#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace idem {

// Where a document breaks a JSON Schema, as "/pointer: what"; empty when it holds. Knows the keywords that our schemas
// and that of SARIF use, and throws on any other, so that a schema cannot promise what nobody checks.
std::vector<std::string> schema_violations(const nlohmann::json& schema, const nlohmann::json& document);

}  // namespace idem
