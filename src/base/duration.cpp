#include "base/duration.hpp"

#include <fmt/core.h>

#include <array>
#include <cctype>
#include <optional>
#include <vector>

namespace idem {

namespace {

struct Unit {
  std::string_view name;
  std::int64_t ms;
};

constexpr std::int64_t kSecond = 1000, kMinute = 60 * kSecond, kHour = 60 * kMinute, kDay = 24 * kHour;

constexpr std::array<Unit, 26> kUnits{{
    {"ms", 1},           {"msec", 1},      {"millis", 1},     {"millisecond", 1},  {"milliseconds", 1},
    {"s", kSecond},      {"sec", kSecond}, {"secs", kSecond}, {"second", kSecond}, {"seconds", kSecond},
    {"m", kMinute},      {"min", kMinute}, {"mins", kMinute}, {"minute", kMinute}, {"minutes", kMinute},
    {"h", kHour},        {"hr", kHour},    {"hrs", kHour},    {"hour", kHour},     {"hours", kHour},
    {"d", kDay},         {"day", kDay},    {"days", kDay},    {"w", 7 * kDay},     {"week", 7 * kDay},
    {"weeks", 7 * kDay},
}};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// A cursor over the text that takes decimal numbers exactly: no floating point comes near a duration.
struct Reader {
  std::string_view text;
  std::size_t at = 0;

  bool done() const { return at == text.size(); }
  char peek() const { return done() ? '\0' : text[at]; }
  void skip_spaces() {
    while (peek() == ' ') ++at;
  }

  // digits[.digits]: whole part and the digits after the point; nullopt where there is no number.
  struct Number {
    std::string_view whole, fraction;
  };
  std::optional<Number> number() {
    const std::size_t start = at;
    while (is_digit(peek())) ++at;
    Number found{text.substr(start, at - start), {}};
    if (peek() == '.') {
      const std::size_t point = ++at;
      while (is_digit(peek())) ++at;
      found.fraction = text.substr(point, at - point);
      if (found.fraction.empty()) return std::nullopt;
    }
    if (found.whole.empty() && found.fraction.empty()) return std::nullopt;
    return found;
  }
  std::string_view word() {
    const std::size_t start = at;
    while (std::isalpha(static_cast<unsigned char>(peek())) != 0) ++at;
    return text.substr(start, at - start);
  }
};

// number × unit in milliseconds; nullopt when it is finer than a millisecond. Saturates.
std::optional<Duration> scale(const Reader::Number& number, std::int64_t unit_ms) {
  Int128 whole = 0;
  for (char c : number.whole) {
    whole = whole * 10 + (c - '0');
    if (whole > kInt64Max) return kLongest;
  }
  std::string_view fraction = number.fraction;
  while (!fraction.empty() && fraction.back() == '0') fraction.remove_suffix(1);
  if (fraction.size() > 15) return std::nullopt;
  Int128 part = 0, base = 1;
  for (char c : fraction) {
    part = part * 10 + (c - '0');
    base *= 10;
  }
  if ((part * unit_ms) % base != 0) return std::nullopt;
  return Duration{saturate(whole * unit_ms + part * unit_ms / base)};
}

std::string quoted(std::string_view text) {
  const bool cut = text.size() > 60;
  return fmt::format("'{}{}'", text.substr(0, 60), cut ? "..." : "");
}

Error refuse(std::string_view text, std::string_view why) {
  return {ErrorKind::usage, fmt::format("{} is not a duration: {}; write it {}", quoted(text), why, kDurationForms)};
}

Result<Duration> too_fine(std::string_view text) { return refuse(text, "it is finer than a millisecond"); }
Result<Duration> too_long(std::string_view text) {
  return Error{ErrorKind::usage,
               fmt::format("{} is longer than 292 million years, more than can be counted", quoted(text))};
}

// P[nW] | P[nD][T[nH][nM][nS]], in this order, at least one part.
Result<Duration> parse_iso8601(std::string_view text) {
  struct Part {
    char letter;
    bool after_t;
    std::int64_t ms;
  };
  constexpr std::array<Part, 5> kParts{
      {{'W', false, 7 * kDay}, {'D', false, kDay}, {'H', true, kHour}, {'M', true, kMinute}, {'S', true, kSecond}}};
  Reader reader{text, 1};
  Duration sum;
  bool in_time = false, any = false;
  std::size_t next = 0;
  while (!reader.done()) {
    if ((reader.peek() | 0x20) == 't' && !in_time) {
      in_time = true;
      any = false;
      ++reader.at;
      continue;
    }
    const std::optional<Reader::Number> number = reader.number();
    if (!number || reader.done()) return refuse(text, "an ISO 8601 duration has a letter after every number");
    const char letter = static_cast<char>(std::toupper(static_cast<unsigned char>(reader.peek())));
    ++reader.at;
    if (!in_time && (letter == 'Y' || letter == 'M')) return refuse(text, "months and years have no fixed length");
    while (next < kParts.size() && !(kParts[next].letter == letter && kParts[next].after_t == in_time)) ++next;
    if (next == kParts.size()) return refuse(text, "its parts are not in the order of ISO 8601");
    const std::optional<Duration> part = scale(*number, kParts[next++].ms);
    if (!part) return too_fine(text);
    sum = sum + *part;
    any = true;
  }
  if (!any) return refuse(text, "it has no parts");
  if (sum.overflowed()) return too_long(text);
  return sum;
}

std::vector<std::string> parts_of(Duration duration, std::size_t limit) {
  constexpr std::array<Unit, 5> kSteps{{{"d", kDay}, {"h", kHour}, {"m", kMinute}, {"s", kSecond}, {"ms", 1}}};
  std::vector<std::string> parts;
  std::int64_t rest = duration.ms;
  std::size_t taken = 0;
  // "36h" and "90s" are what people say, not "1d 12h" and "1m 30s".
  const bool in_hours = rest < 2 * kDay, in_seconds = rest < 2 * kMinute;
  for (const Unit& step : kSteps) {
    if ((in_hours && step.ms == kDay) || (in_seconds && step.ms == kMinute)) continue;
    const std::int64_t n = rest / step.ms;
    rest %= step.ms;
    if (n > 0) parts.push_back(fmt::format("{}{}", n, step.name));
    if (n > 0 || taken > 0) ++taken;
    if (taken == limit) break;
  }
  if (parts.empty()) parts.emplace_back("0s");
  return parts;
}

std::string join(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) {
    if (!out.empty()) out += ' ';
    out += part;
  }
  return out;
}

}  // namespace

Result<Duration> parse_duration(std::string_view text) {
  Reader reader{text};
  reader.skip_spaces();
  if (reader.done()) return refuse(text, "it is empty");
  if (reader.peek() == '-') return refuse(text, "it is negative");
  if ((reader.peek() | 0x20) == 'p') return parse_iso8601(text.substr(reader.at));
  Duration sum;
  bool first = true;
  while (!reader.done()) {
    const std::optional<Reader::Number> number = reader.number();
    if (!number) return refuse(text, "a number is missing");
    reader.skip_spaces();
    const std::string_view word = reader.word();
    reader.skip_spaces();
    const Unit* unit = nullptr;
    if (word.empty()) {
      constexpr static Unit kBare{"", kSecond};
      if (!first || !reader.done()) return refuse(text, "a unit is missing");
      unit = &kBare;
    } else {
      for (const Unit& known : kUnits)
        if (known.name == lower(word)) unit = &known;
    }
    if (word == "M") return refuse(text, "'M' may mean minutes or months");
    if (unit == nullptr) return refuse(text, fmt::format("{} is no unit", quoted(word)));
    const std::optional<Duration> part = scale(*number, unit->ms);
    if (!part) return too_fine(text);
    sum = sum + *part;
    first = false;
  }
  if (sum.overflowed()) return too_long(text);
  return sum;
}

std::string to_human(Duration duration) { return join(parts_of(duration, 5)); }
std::string to_short(Duration duration) { return join(parts_of(duration, 2)); }

std::string to_seconds(Duration duration) {
  const std::int64_t rest = duration.ms % kSecond;
  std::string out = fmt::format("{}", duration.ms / kSecond);
  if (rest != 0) {
    out += fmt::format(".{:03}", rest);
    while (out.back() == '0') out.pop_back();
  }
  return out + "s";
}

std::string to_iso8601(Duration duration) {
  std::string date, time;
  const std::int64_t rest = duration.ms % kDay;
  if (duration.ms >= kDay) date = fmt::format("{}D", duration.ms / kDay);
  if (rest >= kHour) time += fmt::format("{}H", rest / kHour);
  if (rest % kHour >= kMinute) time += fmt::format("{}M", rest % kHour / kMinute);
  if (rest % kMinute > 0) {
    std::string number = to_seconds(milliseconds(rest % kMinute));
    number.back() = 'S';
    time += number;
  }
  if (date.empty() && time.empty()) return "PT0S";
  return "P" + date + (time.empty() ? "" : "T" + time);
}

}  // namespace idem
