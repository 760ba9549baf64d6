// Strings, templates and property names: from source to decoded values.
#include "frontends/typescript/lowering.hpp"

#include <charconv>

namespace idem::typescript {

static void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | (code >> 6));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | (code >> 12));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x110000) {
    out += static_cast<char>(0xf0 | (code >> 18));
    out += static_cast<char>(0x80 | ((code >> 12) & 0x3f));
    out += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

// Reads `digits` hexadecimal digits at `at`; false when there are fewer.
static bool read_hex(std::string_view text, std::size_t at, std::size_t digits, std::uint32_t& value) {
  if (digits == 0 || digits > 8 || at + digits > text.size()) return false;
  const char* begin = text.data() + at;
  return std::from_chars(begin, begin + digits, value, 16).ptr == begin + digits;
}

// \u{1F600}, \u00e9 and pairs of surrogates; `at` stands after the u and is moved behind what was read.
static bool read_unicode(std::string_view text, std::size_t& at, std::uint32_t& code) {
  if (at < text.size() && text[at] == '{') {
    const std::size_t end = text.find('}', at);
    if (end == std::string_view::npos || !read_hex(text, at + 1, end - at - 1, code)) return false;
    at = end + 1;
    return true;
  }
  if (!read_hex(text, at, 4, code)) return false;
  at += 4;
  std::uint32_t low = 0;
  const bool high = code >= 0xd800 && code < 0xdc00;
  if (high && text.substr(at, 2) == "\\u" && read_hex(text, at + 2, 4, low) && low >= 0xdc00 && low < 0xe000) {
    code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    at += 6;
  }
  return true;
}

// The value of what stands between the quotes of a string or in a piece of a template.
static std::string decode(std::string_view source) {
  std::size_t at = source.find('\\');
  if (at == std::string_view::npos) return std::string(source);
  std::string out(source.substr(0, at));
  while (at < source.size()) {
    if (source[at] != '\\' || at + 1 == source.size()) {
      out += source[at++];
      continue;
    }
    const char mark = source[at + 1];
    at += 2;
    std::uint32_t code = 0;
    switch (mark) {
      case 'n':
        out += '\n';
        break;
      case 't':
        out += '\t';
        break;
      case 'r':
        out += '\r';
        break;
      case 'b':
        out += '\b';
        break;
      case 'f':
        out += '\f';
        break;
      case 'v':
        out += '\v';
        break;
      case '0':
        out += '\0';
        break;
      case '\n':
        break;  // a continued line
      case '\r':
        if (at < source.size() && source[at] == '\n') ++at;
        break;
      case 'x':
        if (read_hex(source, at, 2, code)) {
          append_utf8(out, code);
          at += 2;
        }
        break;
      case 'u':
        if (read_unicode(source, at, code)) append_utf8(out, code);
        break;
      default:
        out += mark;
    }
  }
  return out;
}

std::string Lowering::string_value(Index at) const {
  std::string_view source = text(at);
  if (source.empty()) return "";
  const char quote = source.front();
  source.remove_prefix(1);
  if (!source.empty() && source.back() == quote) source.remove_suffix(1);
  return decode(source);
}

ExprId Lowering::string_expr(Index at) { return m_builder.string(string_value(at), span(at)); }

// A template without holes is a string. With `holes` the expressions of the holes are listed there too.
ExprId Lowering::template_expr(Index at, std::vector<Arg>* holes) {
  const Span whole = span(at);
  const std::uint32_t end = whole.end > whole.begin + 1 && m_text[whole.end - 1] == '`' ? whole.end - 1 : whole.end;
  std::vector<Arg> parts;
  std::uint32_t from = whole.begin + 1;
  const auto literal_until = [&](std::uint32_t to) {
    if (to > from) parts.push_back({.value = m_builder.string(decode(text(Span{from, to})), {from, to})});
  };
  bool any_hole = false;
  for (Index part = first(at); part != kNone; part = next(part)) {
    if (kind(part) != Kind::template_substitution) continue;
    any_hole = true;
    literal_until(span(part).begin);
    from = span(part).end;
    const Arg hole{.value = expr(first_named(part))};
    parts.push_back(hole);
    if (holes != nullptr) holes->push_back(hole);
  }
  if (!any_hole) return m_builder.string(from < end ? decode(text(Span{from, end})) : "", whole);
  literal_until(end);
  return m_builder.list(ExprKind::text, parts, whole);
}

std::string Lowering::property_name(Index at) const {
  switch (kind(at)) {
    case Kind::string:
      return string_value(at);
    case Kind::computed_property_name: {
      const Index inner = first_named(at);
      return kind(inner) == Kind::string ? string_value(inner) : "";
    }
    default:
      return at == kNone ? "" : std::string(text(at));
  }
}

ExprId Lowering::key_expr(Index at) { return expr(kind(at) == Kind::computed_property_name ? first_named(at) : at); }

}  // namespace idem::typescript
