#pragma once

#include <string>
#include <string_view>

namespace idem {

// JSON as editors and compilers allow it (tsconfig.json): the text without comments, trailing commas and byte order
// mark. Strings are left alone; the result has the length and the lines of the text, so errors keep their places.
std::string without_json_extras(std::string_view text);

}  // namespace idem
