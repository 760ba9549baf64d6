#include "base/sql_quote.hpp"

#include "base/sql_keywords.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>

namespace idem {

std::size_t identifier_limit(SqlDialect dialect) { return dialect == SqlDialect::mysql ? 64 : 63; }

// The code point at text[i] and its length in bytes; nothing where the bytes are no shortest-form UTF-8.
struct CodePoint {
  char32_t value;
  std::size_t length;
};
static std::optional<CodePoint> decode(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(i);
  if (lead < 0x80) return CodePoint{lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || i + length > text.size()) return std::nullopt;
  char32_t value = lead & (0x7fU >> length);
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(i + k) & 0xc0U) != 0x80U) return std::nullopt;
    value = value << 6U | (byte(i + k) & 0x3fU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  if (overlong || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return std::nullopt;
  return CodePoint{value, length};
}

// Characters that would end a comment line or make a file read otherwise than it runs.
static bool is_treacherous(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0x200e || c == 0x200f || c == 0xfeff;
}

// For messages: printable ASCII as it is, everything else escaped.
static std::string shown(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, 80)) {
    const auto byte = static_cast<unsigned char>(c);
    out += byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return out;
}

Result<void> check_identifier(std::string_view name, SqlDialect dialect) {
  if (name.empty()) return Error{ErrorKind::usage, "a name is empty"};
  std::size_t characters = 0;
  for (std::size_t i = 0; i < name.size(); ++characters) {
    const std::optional<CodePoint> c = decode(name, i);
    if (!c) return Error{ErrorKind::usage, fmt::format("the name \"{}\" is not UTF-8", shown(name))};
    if (is_treacherous(c->value))
      return Error{ErrorKind::usage,
                   fmt::format("the name \"{}\" holds the control or direction character U+{:04X}; rename it first",
                               shown(name), static_cast<std::uint32_t>(c->value))};
    i += c->length;
  }
  const std::size_t length = dialect == SqlDialect::mysql ? characters : name.size();
  if (length > identifier_limit(dialect))
    return Error{ErrorKind::usage,
                 fmt::format("the name \"{}\" is {} {} long; the server keeps {}", shown(name), length,
                             dialect == SqlDialect::mysql ? "characters" : "bytes", identifier_limit(dialect))};
  return {};
}

template <typename Words>
static bool holds(const Words& words, std::string_view word) {
  return std::binary_search(std::begin(words), std::end(words), word);
}

static bool is_keyword(std::string_view word, SqlDialect dialect) {
  switch (dialect) {
    case SqlDialect::postgres:
      return holds(kPostgresKeywords, word);
    case SqlDialect::mysql:
      return holds(kMysqlKeywords, word);
    case SqlDialect::sqlite:
      return holds(kSqliteKeywords, word);
  }
  return true;
}

static bool may_stand_bare(std::string_view name, SqlDialect dialect) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; };
  return std::all_of(name.begin(), name.end(), plain) && !is_keyword(name, dialect);
}

static std::string wrapped(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    out += c;
    if (c == quote) out += c;
  }
  out += quote;
  return out;
}

std::string quote_identifier(std::string_view name, SqlDialect dialect) {
  if (may_stand_bare(name, dialect)) return std::string{name};
  return wrapped(name, dialect == SqlDialect::mysql ? '`' : '"');
}

std::string quote_qualified(std::string_view schema, std::string_view name, SqlDialect dialect) {
  if (schema.empty()) return quote_identifier(name, dialect);
  return quote_identifier(schema, dialect) + "." + quote_identifier(name, dialect);
}

std::string quote_literal(std::string_view text, SqlDialect dialect) {
  std::string out = "'";
  for (const char c : text) {
    out += c;
    if (c == '\'' || (c == '\\' && dialect == SqlDialect::mysql)) out += c;
  }
  return out + "'";
}

std::string cut_identifier(std::string_view name, std::size_t bytes) {
  if (name.size() <= bytes) return std::string{name};
  std::size_t end = bytes;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0U) == 0x80U) --end;
  return std::string{name.substr(0, end)};
}

// FNV-1a, 32 bits: only to tell names apart.
static std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

std::string derive_identifier(std::string_view base, std::string_view suffix, SqlDialect dialect) {
  const std::size_t limit = identifier_limit(dialect);  // in bytes: never more than the server's own count
  if (base.size() + suffix.size() <= limit) return std::string{base} + std::string{suffix};
  return fmt::format("{}_{:08x}{}", cut_identifier(base, limit - suffix.size() - 9), hash_of(base), suffix);
}

}  // namespace idem
