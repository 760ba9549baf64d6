#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace idem::books {

// Microseconds since 1970-01-01T00:00:00Z.
using Micros = std::int64_t;
inline constexpr Micros kMicrosPerSecond = 1'000'000;

// Reads "2026-07-18T09:00:00Z", "2026-07-18 09:00:00.123+02", "2026-07-18" and numbers since 1970, whose unit is told
// by their size: seconds below 1e11, milliseconds below 1e14, microseconds below 1e17, else nanoseconds. A date and
// time without a zone is taken to be `zone_offset` seconds east of UTC. Anything else is nullopt.
std::optional<Micros> parse_time(std::string_view text, std::int64_t zone_offset_seconds = 0);

// "UTC", "Z", "+02:00", "-0530" as seconds east of UTC; names of places are refused, because their offset changes.
Result<std::int64_t> parse_zone(std::string_view text);

// "2026-07-18T09:00:00Z", with a fraction only where there is one.
std::string format_time(Micros time);

}  // namespace idem::books
