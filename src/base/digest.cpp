#include "base/digest.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <stdexcept>

namespace idem {

static std::string digest(const EVP_MD* algorithm, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out;
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), out.data(), &length, algorithm, nullptr) != 1)
    throw std::runtime_error("libcrypto offers no such digest");
  return {reinterpret_cast<const char*>(out.data()), length};
}

std::string sha256(std::string_view bytes) { return digest(EVP_sha256(), bytes); }
std::string sha1(std::string_view bytes) { return digest(EVP_sha1(), bytes); }
std::string sha256_hex(std::string_view bytes) { return to_hex(sha256(bytes)); }

std::string hmac_sha256(std::string_view key, std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> out;
  unsigned int length = 0;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data, bytes.size(), out.data(), &length) == nullptr)
    throw std::runtime_error("libcrypto offers no HMAC");
  return {reinterpret_cast<const char*>(out.data()), length};
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
