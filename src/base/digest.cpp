#include "base/digest.hpp"

#define OPENSSL_SUPPRESS_DEPRECATED  // the functions of one digest alone; see cmake/dependencies.cmake
#include <openssl/md5.h>
#include <openssl/sha.h>

#include <array>

namespace idem {

template <std::size_t Size>
static std::string as_string(const std::array<unsigned char, Size>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Of the concatenation of both.
static std::string sha256(std::string_view first, std::string_view second) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> out;
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, first.data(), first.size());
  SHA256_Update(&context, second.data(), second.size());
  SHA256_Final(out.data(), &context);
  return as_string(out);
}

std::string sha256(std::string_view bytes) { return sha256(bytes, {}); }

std::string sha1(std::string_view bytes) {
  std::array<unsigned char, SHA_DIGEST_LENGTH> out;
  SHA_CTX context;
  SHA1_Init(&context);
  SHA1_Update(&context, bytes.data(), bytes.size());
  SHA1_Final(out.data(), &context);
  return as_string(out);
}

std::string md5(std::string_view bytes) {
  std::array<unsigned char, MD5_DIGEST_LENGTH> out;
  MD5_CTX context;
  MD5_Init(&context);
  MD5_Update(&context, bytes.data(), bytes.size());
  MD5_Final(out.data(), &context);
  return as_string(out);
}

std::string sha256_hex(std::string_view bytes) { return to_hex(sha256(bytes)); }

// RFC 2104, section 2.
std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  constexpr std::size_t kBlock = SHA256_CBLOCK;
  std::string padded(key.size() > kBlock ? sha256(key) : std::string(key));
  padded.resize(kBlock, '\0');
  std::string inner = padded, outer = padded;
  for (char& byte : inner) byte = static_cast<char>(byte ^ 0x36);
  for (char& byte : outer) byte = static_cast<char>(byte ^ 0x5c);
  return sha256(outer, sha256(inner, bytes));
}

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
  return hex;
}

}  // namespace idem
