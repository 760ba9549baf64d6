#include "frontends/python/lowering.hpp"

#include <cctype>

namespace idem::python {

static void append_utf8(std::string& out, std::uint32_t code) {
  if (code >= 0xd800 && code < 0xe000) code = 0xfffd;  // half a surrogate pair is no character
  if (code > 0x10ffff) code = 0xfffd;
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xc0 | code >> 6);
    add(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    add(0xe0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  } else {
    add(0xf0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3f));
    add(0x80 | (code >> 6 & 0x3f));
    add(0x80 | (code & 0x3f));
  }
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
}

// Reads up to `most` digits of a base at text[i]; returns how many there were.
static std::size_t read_digits(std::string_view text, std::size_t i, std::size_t most, int base, std::uint32_t& value) {
  std::size_t count = 0;
  for (; count < most && i + count < text.size() && digit(text[i + count]) < base; ++count)
    value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit(text[i + count]));
  return count;
}

// Decodes the escape at text[i] == '\\' into `out`; returns the bytes it took.
// https://docs.python.org/3/reference/lexical_analysis.html#escape-sequences
static std::size_t decode_escape(std::string_view text, std::size_t i, std::string& out) {
  const char c = i + 1 < text.size() ? text[i + 1] : '\0';
  static constexpr std::string_view kLetters = "\\'\"abfnrtv";
  static constexpr std::string_view kMeaning = "\\'\"\a\b\f\n\r\t\v";
  const std::size_t simple = c == '\0' ? std::string_view::npos : kLetters.find(c);
  if (simple != std::string_view::npos) {
    out += kMeaning[simple];
    return 2;
  }
  if (c == '\n') return 2;
  if (c == '\r') return i + 2 < text.size() && text[i + 2] == '\n' ? 3 : 2;
  std::uint32_t code = 0;
  if (c == 'x' || c == 'u' || c == 'U') {
    const std::size_t want = c == 'x' ? 2 : c == 'u' ? 4 : 8;
    if (read_digits(text, i + 2, want, 16, code) == want) {
      append_utf8(out, code);
      return want + 2;
    }
  } else if (const std::size_t octal = read_digits(text, i + 1, 3, 8, code); octal != 0) {
    append_utf8(out, code);
    return octal + 1;
  }
  out += '\\';  // no escape (or a named one): stands as written
  return 1;
}

// The content of string_content as the program sees it.
std::string Lowering::content(Index n, bool raw, bool formatted) const {
  const std::string_view written = text(n);
  std::string out;
  out.reserve(written.size());
  for (std::size_t i = 0; i < written.size();) {
    const char c = written[i];
    if (c == '\\' && !raw) {
      i += decode_escape(written, i, out);
    } else {
      const bool doubled = formatted && (c == '{' || c == '}') && i + 1 < written.size() && written[i + 1] == c;
      out += c;
      i += doubled ? 2 : 1;
    }
  }
  return out;
}

static bool has_letter(std::string_view prefix, char letter) {
  for (const char c : prefix) {
    if (c == '"' || c == '\'') return false;
    if ((c | 0x20) == letter) return true;
  }
  return false;
}

bool Lowering::is_plain_string(Index n) const {
  n = without_parentheses(n);
  if (n == kNone || (kind(n) != Kind::string && kind(n) != Kind::concatenated_string)) return false;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::interpolation) return false;
    if (kind(c) == Kind::string && !is_plain_string(c)) return false;
  }
  return true;
}

std::string Lowering::string_value(Index n) const {
  n = without_parentheses(n);
  std::string value;
  std::string_view prefix;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    if (kind(c) == Kind::string_start) prefix = text(c);
    if (kind(c) == Kind::string) value += string_value(c);
    if (kind(c) == Kind::string_content) value += content(c, has_letter(prefix, 'r'), has_letter(prefix, 'f'));
  }
  return value;
}

ExprId Lowering::string(Index n) {
  if (is_plain_string(n)) return m_build.string(string_value(n), span(n));
  std::vector<Arg> parts;
  std::string literal;
  string_parts(n, parts, literal, span(n));
  flush_literal(parts, literal, span(n));
  return m_build.list(ExprKind::text, parts, span(n));
}

void Lowering::flush_literal(std::vector<Arg>& parts, std::string& literal, Span at) {
  if (literal.empty()) return;
  parts.push_back({.value = m_build.string(literal, at)});
  literal.clear();
}

void Lowering::string_parts(Index n, std::vector<Arg>& parts, std::string& literal, Span at) {
  std::string_view prefix;
  for (Index c = first_named(n); c != kNone; c = next_named(c)) {
    switch (kind(c)) {
      case Kind::string:
        string_parts(c, parts, literal, at);
        break;
      case Kind::string_start:
        prefix = text(c);
        break;
      case Kind::string_content:
        literal += content(c, has_letter(prefix, 'r'), has_letter(prefix, 'f'));
        break;
      case Kind::interpolation: {
        const Index value = child(c, m_grammar.field.expression);
        if (value == kNone) break;
        const std::string_view inside = text(Span{span(value).end, span(c).end});
        if (inside.starts_with("=") && !inside.starts_with("==")) literal += std::string(text(value)) + "=";
        flush_literal(parts, literal, at);
        parts.push_back({.value = expr(value)});
        break;
      }
      default:
        break;
    }
  }
}

}  // namespace idem::python
