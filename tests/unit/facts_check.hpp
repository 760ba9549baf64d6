#pragma once

#include "facts/facts.hpp"

#include <string>

namespace idem {

// The first index, range, name or span of the facts that points at nothing, in words; "" when they are sound. What any
// front end makes of any text must pass.
std::string unsound(const FileFacts& facts, std::size_t text_size);

}  // namespace idem
