#include "frontends/go/lowering.hpp"

#include <algorithm>
#include <charconv>

namespace idem::go {
namespace {

void append_utf8(std::string& out, std::uint32_t point) {
  if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) point = 0xfffd;
  const auto byte = [&](std::uint32_t value) { out.push_back(static_cast<char>(value)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xc0 | point >> 6);
    byte(0x80 | (point & 0x3f));
  } else if (point < 0x10000) {
    byte(0xe0 | point >> 12);
    byte(0x80 | (point >> 6 & 0x3f));
    byte(0x80 | (point & 0x3f));
  } else {
    byte(0xf0 | point >> 18);
    byte(0x80 | (point >> 12 & 0x3f));
    byte(0x80 | (point >> 6 & 0x3f));
    byte(0x80 | (point & 0x3f));
  }
}

// Bytes of the UTF-8 sequence that starts at `at`; 0 when there is no valid one.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  const std::size_t length = lead < 0x80   ? 1
                             : lead < 0xc2 ? 0
                             : lead < 0xe0 ? 2
                             : lead < 0xf0 ? 3
                             : lead < 0xf5 ? 4
                                           : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
  if (lead == 0xe0 && byte(at + 1) < 0xa0) return 0;
  if (lead == 0xed && byte(at + 1) >= 0xa0) return 0;
  if (lead == 0xf0 && byte(at + 1) < 0x90) return 0;
  if (lead == 0xf4 && byte(at + 1) >= 0x90) return 0;
  return length;
}

std::string as_valid_utf8(std::string text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; })) return text;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0)
      append_utf8(out, 0xfffd);
    else
      out.append(text, at, length);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

// A number of exactly `digits` digits at the start of `text`, or nothing.
std::optional<std::uint32_t> number_at(std::string_view text, std::size_t digits, int base) {
  if (text.size() < digits) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value, base);
  if (error != std::errc{} || end != text.data() + digits) return std::nullopt;
  return value;
}

char simple_escape(char letter) {
  switch (letter) {
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return letter;  // \\ \' \" and what the compiler would refuse
  }
}

// Decodes the escape whose letter is at `at` and returns the offset behind it. `\x` and octal stand for a byte, `\u`
// for a code point.
std::size_t decode_escape(std::string_view body, std::size_t at, std::string& out) {
  const char letter = body[at];
  const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 3;
  const bool octal = letter >= '0' && letter <= '7';
  if (octal || digits != 3) {
    const std::size_t from = octal ? at : at + 1;
    if (const auto value = number_at(body.substr(from), digits, octal ? 8 : 16)) {
      if (letter == 'u' || letter == 'U')
        append_utf8(out, *value);
      else
        out.push_back(static_cast<char>(*value & 0xff));
      return from + digits;
    }
  }
  out.push_back(simple_escape(letter));
  return at + 1;
}

std::string unquoted(std::string_view literal) {
  if (literal.empty()) return "";
  const char quote = literal.front();
  const bool closed = literal.size() > 1 && literal.back() == quote;
  const std::string_view body = literal.substr(1, literal.size() - (closed ? 2 : 1));
  std::string out;
  out.reserve(body.size());
  if (quote == '`') {
    std::copy_if(body.begin(), body.end(), std::back_inserter(out), [](char c) { return c != '\r'; });
    return out;
  }
  for (std::size_t at = 0; at < body.size();) {
    if (body[at] == '\\' && at + 1 < body.size())
      at = decode_escape(body, at + 1, out);
    else
      out.push_back(body[at++]);
  }
  return out;
}

}  // namespace

std::string decode_string(std::string_view literal) { return as_valid_utf8(unquoted(literal)); }

long long decode_rune(std::string_view literal) {
  const std::string value = unquoted(literal);
  if (value.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(value[i]); };
  const std::size_t length = sequence_length(value, 0);
  if (length <= 1) return byte(0);
  std::uint32_t point = byte(0) & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) point = point << 6 | (byte(i) & 0x3fu);
  return point;
}

std::string without_underscores(std::string_view number) {
  std::string out(number);
  std::erase(out, '_');
  return out;
}

}  // namespace idem::go
