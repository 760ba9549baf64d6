#include "records/time_value.hpp"

#include <fmt/core.h>

#include <charconv>

namespace idem::books {

namespace {

// Days since 1970-01-01 of a date in the proleptic Gregorian calendar, and back (Howard Hinnant's days_from_civil).
std::int64_t days_from_civil(std::int64_t year, unsigned month, unsigned day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto year_of_era = static_cast<unsigned>(year - era * 400);
  const unsigned day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146097 + static_cast<std::int64_t>(day_of_era) - 719468;
}

void civil_from_days(std::int64_t days, std::int64_t& year, unsigned& month, unsigned& day) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto day_of_era = static_cast<unsigned>(days - era * 146097);
  const unsigned year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const unsigned day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned shifted = (5 * day_of_year + 2) / 153;
  day = day_of_year - (153 * shifted + 2) / 5 + 1;
  month = shifted < 10 ? shifted + 3 : shifted - 9;
  year = static_cast<std::int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0);
}

// Takes exactly `count` digits from the front.
bool take_digits(std::string_view& text, std::size_t count, unsigned& value) {
  if (text.size() < count) return false;
  value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (text[i] < '0' || text[i] > '9') return false;
    value = value * 10 + static_cast<unsigned>(text[i] - '0');
  }
  text.remove_prefix(count);
  return true;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

bool take_zone(std::string_view text, std::int64_t& offset) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (text == "Z" || text == "z" || text == "UTC" || text == "GMT") {
    offset = 0;
    return true;
  }
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return false;
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  unsigned hours = 0;
  unsigned minutes = 0;
  if (!take_digits(text, 2, hours)) return false;
  take(text, ':');
  if (!text.empty() && !take_digits(text, 2, minutes)) return false;
  if (!text.empty() || hours > 18 || minutes > 59) return false;
  offset = sign * static_cast<std::int64_t>(hours * 3600 + minutes * 60);
  return true;
}

std::optional<Micros> from_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0 || value > 4e18) return std::nullopt;
  std::int64_t whole = 0;
  const auto exact = std::from_chars(text.data(), text.data() + text.size(), whole);
  const bool is_whole = exact.ec == std::errc() && exact.ptr == text.data() + text.size();
  if (value < 1e11) return is_whole ? whole * kMicrosPerSecond : static_cast<Micros>(value * 1e6 + 0.5);
  if (!is_whole) whole = static_cast<std::int64_t>(value);
  if (value < 1e14) return whole * 1000;
  if (value < 1e17) return whole;
  return whole / 1000;
}

}  // namespace

std::optional<Micros> parse_time(std::string_view text, std::int64_t zone_offset_seconds) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  if (text.size() < 5 || text[4] != '-') return text.empty() ? std::nullopt : from_number(text);
  unsigned year = 0;
  unsigned month = 0;
  unsigned day = 0;
  if (!take_digits(text, 4, year) || !take(text, '-') || !take_digits(text, 2, month) || !take(text, '-') ||
      !take_digits(text, 2, day))
    return std::nullopt;
  static constexpr unsigned kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (month < 1 || month > 12 || day < 1) return std::nullopt;
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (day > kDays[month - 1] + (leap && month == 2 ? 1U : 0U)) return std::nullopt;
  std::int64_t seconds = days_from_civil(year, month, day) * 86400;
  std::int64_t fraction = 0;
  std::int64_t offset = zone_offset_seconds;
  if (!text.empty()) {
    if (!take(text, 'T') && !take(text, ' ') && !take(text, 't')) return std::nullopt;
    unsigned hour = 0;
    unsigned minute = 0;
    unsigned second = 0;
    if (!take_digits(text, 2, hour) || !take(text, ':') || !take_digits(text, 2, minute)) return std::nullopt;
    if (take(text, ':') && !take_digits(text, 2, second)) return std::nullopt;
    if (hour > 23 || minute > 59 || second > 60) return std::nullopt;
    seconds += static_cast<std::int64_t>(hour * 3600 + minute * 60 + second);
    if (take(text, '.') || take(text, ',')) {
      std::int64_t unit = kMicrosPerSecond / 10;
      bool any = false;
      while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
        fraction += unit * (text.front() - '0');
        unit /= 10;
        any = true;
        text.remove_prefix(1);
      }
      if (!any) return std::nullopt;
    }
    if (!text.empty() && !take_zone(text, offset)) return std::nullopt;
  }
  return (seconds - offset) * kMicrosPerSecond + fraction;
}

Result<std::int64_t> parse_zone(std::string_view text) {
  std::int64_t offset = 0;
  if (take_zone(text, offset)) return offset;
  return Error{ErrorKind::usage,
               fmt::format("time zone \"{}\" is not an offset such as UTC, +02:00 or -05:30 (names of places are not "
                           "taken: their offset changes over the year)",
                           text)};
}

std::string format_time(Micros time) {
  std::int64_t seconds = time / kMicrosPerSecond;
  std::int64_t fraction = time % kMicrosPerSecond;
  if (fraction < 0) {
    fraction += kMicrosPerSecond;
    --seconds;
  }
  std::int64_t days = seconds / 86400;
  std::int64_t rest = seconds % 86400;
  if (rest < 0) {
    rest += 86400;
    --days;
  }
  std::int64_t year = 0;
  unsigned month = 0;
  unsigned day = 0;
  civil_from_days(days, year, month, day);
  std::string text =
      fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}", year, month, day, rest / 3600, rest / 60 % 60, rest % 60);
  if (fraction != 0) {
    text += fmt::format(".{:06}", fraction);
    while (text.back() == '0') text.pop_back();
  }
  return text + "Z";
}

}  // namespace idem::books
