#include "fingerprint/fresh_values.hpp"

#include "fingerprint/canonical.hpp"
#include "fingerprint/pointer.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace idem {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads `count` digits and moves on; -1 where they are missing.
int take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count || !std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(count), is_digit))
    return -1;
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value * 10 + (text[i] - '0');
  text.remove_prefix(count);
  return value;
}

bool take_one_of(std::string_view& text, std::string_view choices) {
  if (text.empty() || choices.find(text.front()) == std::string_view::npos) return false;
  text.remove_prefix(1);
  return true;
}

void skip_fraction(std::string_view& text) {
  if (text.size() < 2 || (text[0] != '.' && text[0] != ',') || !is_digit(text[1])) return;
  text.remove_prefix(1);
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
}

// Days since 1970-01-01 in the proleptic Gregorian calendar: years begin in March, so that leap days come last.
std::int64_t days_of(int year, int month, int day) {
  const std::int64_t y = month <= 2 ? year - 1 : year;
  const std::int64_t era = y / 400, of_era = y - era * 400;
  const std::int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

// date "T" time [fraction] [zone]
std::optional<Moment> calendar_moment(std::string_view text) {
  const int year = take_digits(text, 4);
  if (!take_one_of(text, "-")) return std::nullopt;
  const int month = take_digits(text, 2);
  if (!take_one_of(text, "-")) return std::nullopt;
  const int day = take_digits(text, 2);
  if (!take_one_of(text, "Tt ")) return std::nullopt;
  const int hour = take_digits(text, 2);
  if (!take_one_of(text, ":")) return std::nullopt;
  const int minute = take_digits(text, 2);
  if (!take_one_of(text, ":")) return std::nullopt;
  const int second = take_digits(text, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 || hour > 23 || minute < 0 ||
      minute > 59 || second < 0 || second > 60)
    return std::nullopt;
  skip_fraction(text);
  Moment moment{days_of(year, month, day) * 86'400 + hour * 3'600 + minute * 60 + second, true};
  if (text.empty()) {
    moment.zoned = false;
    return moment;
  }
  if (text == "Z" || text == "z") return moment;
  const bool west = text.front() == '-';
  if (!take_one_of(text, "+-")) return std::nullopt;
  const int hours = take_digits(text, 2);
  take_one_of(text, ":");
  const int minutes = take_digits(text, 2);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || !text.empty()) return std::nullopt;
  moment.seconds += (west ? 1 : -1) * (hours * 3'600 + minutes * 60);
  return moment;
}

std::optional<Moment> unix_moment(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  std::int64_t divisor = 0;
  for (const auto& [digits, units] :
       {std::pair<std::size_t, std::int64_t>{10, 1}, {13, 1'000}, {16, 1'000'000}, {19, 1'000'000'000}})
    if (end == digits) divisor = units;
  if (divisor == 0 || text.front() == '0') return std::nullopt;
  std::string_view rest = text.substr(end);
  skip_fraction(rest);
  if (!rest.empty()) return std::nullopt;
  std::uint64_t number = 0;  // 19 digits fit
  for (const char c : text.substr(0, end)) number = number * 10 + static_cast<std::uint64_t>(c - '0');
  return Moment{static_cast<std::int64_t>(number / static_cast<std::uint64_t>(divisor)), true};
}

void collect(const JsonValue& value, const std::string& at, std::string_view name, std::int64_t now,
             std::vector<FreshPlace>& found) {
  if (const JsonObject* members = value.object()) {
    for (const auto& [member, inner] : *members) collect(inner, at + "/" + escape_token(member), member, now, found);
    return;
  }
  if (const JsonArray* items = value.array()) {
    for (std::size_t i = 0; i < items->size(); ++i) collect((*items)[i], fmt::format("{}/{}", at, i), name, now, found);
    return;
  }
  const bool is_number = std::get_if<double>(&value.data) != nullptr;
  if (value.string() == nullptr && !is_number) return;
  const std::string text = is_number ? canonical_json(value) : *value.string();
  const std::string_view why = why_fresh(text, now);
  const bool is_time = moment_of(text).has_value();
  if (!why.empty() && (is_time || !names_an_id(name))) found.push_back({at, why, is_time});
}

}  // namespace

std::optional<Moment> moment_of(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() < 10 || text.size() > kLongest) return std::nullopt;
  const std::optional<Moment> calendar = calendar_moment(text);
  return calendar ? calendar : unix_moment(text);
}

bool is_about_now(const Moment& moment, std::int64_t now) {
  constexpr std::int64_t kDay = 86'400, kMinutes = 600, kZones = 14 * 3'600;
  const std::int64_t off = moment.zoned ? 0 : kZones;
  return moment.seconds >= now - kDay - off && moment.seconds <= now + kMinutes + off;
}

int fresh_uuid_version(std::string_view text) {
  if (text.size() != 36) return 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (dash ? text[i] != '-' : std::isxdigit(static_cast<unsigned char>(text[i])) == 0) return 0;
  }
  const bool variant = std::string_view("89abAB").find(text[19]) != std::string_view::npos;
  const char version = text[14];
  return variant && (version == '1' || version == '4' || version == '6' || version == '7') ? version - '0' : 0;
}

bool names_an_id(std::string_view name) {
  const auto ends = [&](std::string_view end) { return name.size() > end.size() && name.ends_with(end); };
  return ends("id") || ends("Id") || ends("ID") || ends("ids") || ends("Ids") || ends("IDs");
}

std::string_view why_fresh(std::string_view text, std::int64_t now) {
  if (const std::optional<Moment> moment = moment_of(text); moment && is_about_now(*moment, now))
    return "a time of about now";
  const int version = fresh_uuid_version(text);
  if (version == 4) return "a random UUID";
  return version != 0 ? "a UUID made from the clock" : "";
}

std::vector<FreshPlace> fresh_members(const JsonValue& value, std::int64_t now) {
  std::vector<FreshPlace> found;
  collect(value, "", "", now, found);
  return found;
}

}  // namespace idem
