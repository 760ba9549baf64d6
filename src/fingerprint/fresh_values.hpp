#pragma once

#include "fingerprint/json_value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Values, whatever their name, that a harness makes anew for every try.

// A point in time: an RFC 3339 date and time (also without its zone, as many libraries print it), or a Unix time in
// seconds (10 digits, perhaps with a fraction), milliseconds (13), microseconds (16) or nanoseconds (19).
struct Moment {
  std::int64_t seconds = 0;  // since 1970-01-01T00:00:00Z
  bool zoned = true;         // false: may be off by the zone
};
std::optional<Moment> moment_of(std::string_view text);

// Whether it may have been read from the clock for this call: within the last day, or the next ten minutes. Earlier
// and later times (an order's date, an appointment) are part of what is meant.
bool is_about_now(const Moment& moment, std::int64_t now);

// The version of a UUID that is made anew each time (1, 6, 7: of the clock; 4: random), or 0: versions 3, 5 and 8 are
// made from a name.
int fresh_uuid_version(std::string_view text);

// Whether a member of that name holds the id of something that exists ("customer_id"), so that a random UUID in it is
// as stable as the thing.
bool names_an_id(std::string_view name);

// Why a text may be another one on the next try, in a few words ("a time of about now", "a random UUID"), or empty.
std::string_view why_fresh(std::string_view text, std::int64_t now);

struct FreshPlace {
  std::string pointer;
  std::string_view why;
  bool is_time = false;
};
// Members and elements anywhere in a value that look fresh; UUIDs only where the name does not say that they are the id
// of something. In canonical order.
std::vector<FreshPlace> fresh_members(const JsonValue& value, std::int64_t now);

}  // namespace idem
