#pragma once

#include "records/byte_source.hpp"
#include "records/reader.hpp"

#include <functional>

namespace idem::books {

// One JSON object a line. Nested members are columns with dots ("data.object.id"); members of arrays are left out.
// The lines of a DynamoDB export ({"Item":{"id":{"S":"..."}}}) are unwrapped. Columns are those of the first 1,000
// lines.
Result<std::unique_ptr<RowReader>> open_ndjson(ByteSource bytes, const std::string& name, BadRows& bad);

// A JSON object flattened in the same way, one callback a scalar member (`null` for null). Returns "" or what is wrong.
using OnMember = std::function<void(std::string_view path, std::string_view text, bool null)>;
std::string flatten_json(std::string_view text, const OnMember& on_member);

}  // namespace idem::books
