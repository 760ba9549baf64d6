#pragma once

#include <string>
#include <string_view>

namespace idem {

// SHA-256 of the bytes as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

// Digests as raw bytes: 32, 20, 16 and 32 of them. SHA-1 is for UUID version 5 only, MD5 for spreading rows as the
// md5() of a data base does: neither protects anything.
std::string sha256(std::string_view bytes);
std::string sha1(std::string_view bytes);
std::string md5(std::string_view bytes);
std::string hmac_sha256(std::string_view key, std::string_view bytes);

// Lower-case hexadecimal digits, two a byte.
std::string to_hex(std::string_view bytes);

}  // namespace idem
