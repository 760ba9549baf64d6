#pragma once

#include "facts/facts.hpp"

#include <string>
#include <string_view>

namespace idem {

// The facts of a file as bytes, all but their path, and back. False when the bytes are not what pack_facts() made; the
// facts are then in no defined state. Indices are not checked: bytes must have been compared with their digest before.
std::string pack_facts(const FileFacts& facts);
bool unpack_facts(std::string_view bytes, FileFacts& facts);

}  // namespace idem
