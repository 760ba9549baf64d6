#include "fingerprint/json_reader.hpp"

#include "base/file_output.hpp"
#include "base/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>

namespace idem {

namespace {

constexpr std::int64_t kLargestInteger = (1LL << 53) - 1;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// A failed read leaves `why` filled; every function returns false then, and nobody goes on.
struct Reader {
  std::string_view text;
  const JsonLimits& limits;
  std::size_t at = 0;
  std::size_t values = 0;
  std::string why;
  std::size_t where = 0;

  bool fail(std::size_t position, std::string message) {
    where = position;
    why = std::move(message);
    return false;
  }

  char peek() const { return at < text.size() ? text[at] : '\0'; }
  bool take(char c) {
    if (at >= text.size() || text[at] != c) return false;
    ++at;
    return true;
  }
  void skip_space() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) ++at;
  }
  std::string found() const {
    if (at >= text.size()) return "the end";
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    const std::string_view whole = text.substr(at, length);
    const bool valid = length != 0 && whole.size() == length &&
                       std::all_of(whole.begin() + 1, whole.end(), [](char c) { return (c & 0xc0) == 0x80; });
    return valid ? fmt::format("'{}'", printable(whole)) : fmt::format("the byte 0x{:02x}", lead);
  }

  bool value(JsonValue& out, std::size_t depth) {
    skip_space();
    if (++values > limits.values) return fail(at, fmt::format("more than {} values", limits.values));
    if (depth > limits.depth) return fail(at, fmt::format("nested more than {} deep", limits.depth));
    switch (peek()) {
      case '{':
        return object(out, depth);
      case '[':
        return array(out, depth);
      case '"':
        return string(out.data.emplace<std::string>());
      case 't':
        return word("true", out, JsonValue{true});
      case 'f':
        return word("false", out, JsonValue{false});
      case 'n':
        return word("null", out, JsonValue{nullptr});
      default:
        return number(out);
    }
  }

  bool word(std::string_view expected, JsonValue& out, JsonValue meaning) {
    if (text.substr(at, expected.size()) != expected)
      return fail(at, fmt::format("a value is expected, found {}", found()));
    at += expected.size();
    out = std::move(meaning);
    return true;
  }

  bool array(JsonValue& out, std::size_t depth) {
    JsonArray& items = out.data.emplace<JsonArray>();
    ++at;
    skip_space();
    if (take(']')) return true;
    for (;;) {
      items.emplace_back();
      if (!value(items.back(), depth + 1)) return false;
      skip_space();
      if (take(']')) return true;
      if (!take(',')) return fail(at, fmt::format("',' or ']' is expected, found {}", found()));
    }
  }

  bool object(JsonValue& out, std::size_t depth) {
    JsonObject members;
    std::vector<std::size_t> places;
    ++at;
    skip_space();
    const bool empty = take('}');
    while (!empty) {
      skip_space();
      places.push_back(at);
      if (peek() != '"') return fail(at, fmt::format("a member name in quotes is expected, found {}", found()));
      members.emplace_back();
      if (!string(members.back().first)) return false;
      skip_space();
      if (!take(':')) return fail(at, fmt::format("':' is expected, found {}", found()));
      if (!value(members.back().second, depth + 1)) return false;
      skip_space();
      if (take('}')) break;
      if (!take(',')) return fail(at, fmt::format("',' or '}}' is expected, found {}", found()));
    }
    return sort_members(out, members, places);
  }

  bool sort_members(JsonValue& out, JsonObject& members, const std::vector<std::size_t>& places) {
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (members[a].first != members[b].first) return utf16_less(members[a].first, members[b].first);
      return a < b;
    });
    JsonObject& sorted = out.data.emplace<JsonObject>();
    sorted.reserve(members.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (i > 0 && members[order[i]].first == sorted.back().first)
        return fail(places[order[i]],
                    fmt::format("the member '{}' occurs twice: which of them counts differs from parser to parser",
                                printable(sorted.back().first.substr(0, 60))));
      sorted.push_back(std::move(members[order[i]]));
    }
    return true;
  }

  bool string(std::string& out) {
    ++at;
    for (;;) {
      const std::size_t start = at;
      while (at < text.size() && text[at] != '"' && text[at] != '\\' && static_cast<unsigned char>(text[at]) >= 0x20 &&
             static_cast<unsigned char>(text[at]) < 0x80)
        ++at;
      out.append(text.substr(start, at - start));
      if (at >= text.size()) return fail(at, "a string is not closed");
      if (take('"')) return true;
      if (text[at] == '\\') {
        if (!escape(out)) return false;
      } else if (static_cast<unsigned char>(text[at]) < 0x20) {
        return fail(at, "a control character in a string must be escaped");
      } else if (!utf8(out)) {
        return false;
      }
    }
  }

  bool check_scalar(std::uint32_t c, std::size_t position) {
    if ((c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef))
      return fail(position, fmt::format("U+{:04X} is a noncharacter, which I-JSON forbids", c));
    return true;
  }

  bool utf8(std::string& out) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    std::uint32_t c = lead & (0xffU >> (length + 1));
    bool valid = lead >= 0xc2 && lead <= 0xf4 && at + length <= text.size();
    for (std::size_t i = 1; valid && i < length; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      valid = (next & 0xc0) == 0x80;
      c = c << 6 | (next & 0x3fU);
    }
    const bool shortest = length == 2 || (length == 3 ? c >= 0x800 : c >= 0x10000 && c <= 0x10ffff);
    if (!valid || !shortest || (c >= 0xd800 && c <= 0xdfff)) return fail(at, "not valid UTF-8");
    if (!check_scalar(c, at)) return false;
    out.append(text.substr(at, length));
    at += length;
    return true;
  }

  bool hex4(std::uint32_t& unit) {
    const std::string_view digits = text.substr(at, 4);
    unit = 0;
    const std::from_chars_result parsed = std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
    if (digits.size() != 4 || parsed.ptr != digits.data() + 4 || parsed.ec != std::errc())
      return fail(at, "four hexadecimal digits are expected after \\u");
    at += 4;
    return true;
  }

  bool escape(std::string& out) {
    const std::size_t start = at++;
    constexpr std::string_view kLetters = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    const std::size_t letter = at < text.size() ? kLetters.find(text[at]) : std::string_view::npos;
    if (letter != std::string_view::npos) {
      out += kMeanings[letter];
      ++at;
      return true;
    }
    if (!take('u')) return fail(start, "an unknown escape");
    std::uint32_t c = 0;
    if (!hex4(c)) return false;
    if (c >= 0xdc00 && c <= 0xdfff) return fail(start, "a lone surrogate stands for no character");
    if (c >= 0xd800 && c <= 0xdbff) {
      std::uint32_t low = 0;
      if (!take('\\') || !take('u')) return fail(start, "a lone surrogate stands for no character");
      if (!hex4(low)) return false;
      if (low < 0xdc00 || low > 0xdfff) return fail(start, "a lone surrogate stands for no character");
      c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    if (!check_scalar(c, start)) return false;
    append_utf8(out, c);
    return true;
  }

  static void append_utf8(std::string& out, std::uint32_t c) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) {
      out += static_cast<char>(c);
    } else if (c < 0x800) {
      out += static_cast<char>(0xc0 | (c >> 6));
      tail(0);
    } else if (c < 0x10000) {
      out += static_cast<char>(0xe0 | (c >> 12));
      tail(6);
      tail(0);
    } else {
      out += static_cast<char>(0xf0 | (c >> 18));
      tail(12);
      tail(6);
      tail(0);
    }
  }

  bool number(JsonValue& out) {
    const std::size_t start = at;
    take('-');
    const std::size_t first = at;
    while (is_digit(peek())) ++at;
    if (at == first) {
      at = start;
      return fail(at, fmt::format("a value is expected, found {}", found()));
    }
    if (text[first] == '0' && at - first > 1) return fail(start, "a number does not begin with 0");
    bool integer = true;
    if (take('.')) {
      integer = false;
      if (!is_digit(peek())) return fail(at, "a digit is expected after the decimal point");
      while (is_digit(peek())) ++at;
    }
    if (peek() == 'e' || peek() == 'E') {
      integer = false;
      ++at;
      if (peek() == '+' || peek() == '-') ++at;
      if (!is_digit(peek())) return fail(at, "a digit is expected in the exponent");
      while (is_digit(peek())) ++at;
    }
    return number_of(text.substr(start, at - start), integer, start, out);
  }

  bool number_of(std::string_view literal, bool integer, std::size_t start, JsonValue& out) {
    const std::string shown(literal.substr(0, 40));
    double parsed = 0;
    const std::from_chars_result result = std::from_chars(literal.data(), literal.data() + literal.size(), parsed);
    const std::string_view mantissa = literal.substr(0, literal.find_first_of("eE"));
    const bool zero = mantissa.find_first_of("123456789") == std::string_view::npos;
    if ((result.ec != std::errc() && !zero) || !std::isfinite(parsed) || (parsed == 0 && !zero))
      return fail(start,
                  fmt::format("{} does not fit a double, so its value would be lost: send it as a string", shown));
    if (integer && std::fabs(parsed) > static_cast<double>(kLargestInteger))
      return fail(
          start,
          fmt::format(
              "the integer {} is beyond 2^53 - 1, so different integers would count as equal: send it as a string",
              shown));
    out.data = zero ? 0.0 : parsed;
    return true;
  }
};

}  // namespace

JsonLimits limits_for(std::size_t bytes) { return {bytes, std::max<std::size_t>(1'000'000, bytes / 16), 256}; }

bool is_json_text(std::string_view text) {
  const JsonLimits limits;
  Reader reader{text, limits, 0, 0, {}, 0};
  std::string scalar;
  while (reader.at < text.size()) {
    if (static_cast<unsigned char>(text[reader.at]) < 0x80)
      ++reader.at;
    else if (!reader.utf8(scalar))
      return false;
  }
  return true;
}

Result<JsonValue> read_json(std::string_view text, const std::string& name, const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    return Error{ErrorKind::input, fmt::format("{} is larger than the limit of {}", name, binary_size(limits.bytes))};
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff"))
    return Error{ErrorKind::input, fmt::format("{}:1:1: the text is UTF-16, but JSON is exchanged in UTF-8", name)};
  Reader reader{text, limits, 0, 0, {}, 0};
  if (text.starts_with("\xef\xbb\xbf")) reader.at = 3;  // a byte order mark is no part of the text
  JsonValue value;
  bool ok = reader.value(value, 0);
  reader.skip_space();
  if (ok && reader.at != text.size())
    ok = reader.fail(reader.at, fmt::format("something follows the value: {}", reader.found()));
  if (ok) return value;
  const std::string_view before = text.substr(0, reader.where);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t column =
      reader.where - (before.find('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1) + 1;
  return Error{ErrorKind::input, fmt::format("{}:{}:{}: {}", name, line, column, reader.why)};
}

}  // namespace idem
