#include "fingerprint/canonical.hpp"

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <cstdlib>

namespace idem {

std::string ecma_number(double number) {
  if (number == 0) return "0";  // also for -0
  std::array<char, 32> buffer;
  const std::to_chars_result printed =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific);
  std::string_view text(buffer.data(), static_cast<std::size_t>(printed.ptr - buffer.data()));
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t mark = text.find('e');
  std::string digits(text.substr(0, 1));
  if (mark > 2) digits += text.substr(2, mark - 2);
  const int exponent = std::atoi(std::string(text.substr(mark + 1)).c_str());
  // The names of the specification: k digits, and the decimal point stands after the n-th.
  const int k = static_cast<int>(digits.size()), n = exponent + 1;
  std::string out = negative ? "-" : "";
  if (k <= n && n <= 21) return out + digits + std::string(static_cast<std::size_t>(n - k), '0');
  if (0 < n && n <= 21)
    return out + digits.substr(0, static_cast<std::size_t>(n)) + "." + digits.substr(static_cast<std::size_t>(n));
  if (-6 < n && n <= 0) return out + "0." + std::string(static_cast<std::size_t>(-n), '0') + digits;
  out += digits.substr(0, 1);
  if (k > 1) out += "." + digits.substr(1);
  return out + fmt::format("e{}{}", n - 1 < 0 ? "-" : "+", std::abs(n - 1));
}

namespace {

void append_string(std::string& out, const std::string& text) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\b':
        out += "\\b";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\f':
        out += "\\f";
        break;
      case '\r':
        out += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

void append(std::string& out, const JsonValue& value) {
  if (std::holds_alternative<std::nullptr_t>(value.data)) {
    out += "null";
  } else if (const bool* flag = std::get_if<bool>(&value.data)) {
    out += *flag ? "true" : "false";
  } else if (const double* number = std::get_if<double>(&value.data)) {
    out += ecma_number(*number);
  } else if (const std::string* text = value.string()) {
    append_string(out, *text);
  } else if (const JsonArray* items = value.array()) {
    out += '[';
    for (std::size_t i = 0; i < items->size(); ++i) {
      if (i > 0) out += ',';
      append(out, (*items)[i]);
    }
    out += ']';
  } else {
    const JsonObject& members = *value.object();
    out += '{';
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (i > 0) out += ',';
      append_string(out, members[i].first);
      out += ':';
      append(out, members[i].second);
    }
    out += '}';
  }
}

}  // namespace

std::string canonical_json(const JsonValue& value) {
  std::string out;
  append(out, value);
  return out;
}

}  // namespace idem
