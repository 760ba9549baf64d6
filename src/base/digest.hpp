#pragma once

#include <string>
#include <string_view>

namespace idem {

// SHA-256 of the bytes as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace idem
