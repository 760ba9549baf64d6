#pragma once

#include "base/result.hpp"
#include "base/wide.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace idem {

// A span of time in whole milliseconds, never negative. Arithmetic saturates at kLongest, which stands for "does not
// fit": whoever reports a duration checks overflowed() first, so that nothing ever wraps.
struct Duration {
  std::int64_t ms = 0;

  auto operator<=>(const Duration&) const = default;  // NOLINT(modernize-use-nullptr): its 0 is none, see clang-tidy 14
  bool overflowed() const { return ms == kInt64Max; }
};

inline constexpr Duration kLongest{kInt64Max};

constexpr Duration milliseconds(std::int64_t n) { return {n}; }
constexpr Duration seconds(std::int64_t n) { return {saturate(static_cast<Int128>(n) * 1000)}; }
constexpr Duration minutes(std::int64_t n) { return {saturate(static_cast<Int128>(n) * 60'000)}; }
constexpr Duration hours(std::int64_t n) { return {saturate(static_cast<Int128>(n) * 3'600'000)}; }
constexpr Duration days(std::int64_t n) { return {saturate(static_cast<Int128>(n) * 86'400'000)}; }

constexpr Duration operator+(Duration a, Duration b) { return {saturate(static_cast<Int128>(a.ms) + b.ms)}; }
constexpr Duration operator*(Duration a, std::int64_t n) { return {saturate(static_cast<Int128>(a.ms) * n)}; }

// Reads "90s", "5m", "1h30m", "1.5h", "7d", "2 weeks", ISO 8601 ("PT90S", "P7D", "P1DT12H") and a bare number, which is
// seconds. Months and years have no fixed length and are refused, as are negative spans and what is finer than a
// millisecond.
Result<Duration> parse_duration(std::string_view text);

// The forms parse_duration takes, for messages.
inline constexpr std::string_view kDurationForms = "such as 90s, 5m, 36h, 7d, 1h30m, 500ms or ISO 8601 (PT90S, P7D)";

// Exact, largest unit first: "6m 31s", "36h", "20d 10h 43m 40s", "90s", "250ms". Days and minutes begin at two.
std::string to_human(Duration duration);
// Exact, in seconds: "391s", "0.25s".
std::string to_seconds(Duration duration);
// Exact ISO 8601: "PT6M31S", "P1D", "PT0S".
std::string to_iso8601(Duration duration);
// At most two units, rounded down to the smaller one: "20d 10h". For labels where space is short.
std::string to_short(Duration duration);

}  // namespace idem
