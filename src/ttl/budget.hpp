#pragma once

#include "base/duration.hpp"
#include "ttl/window.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Everything but the retrying itself that decides how long a key must be remembered.
struct BudgetTerms {
  Duration offline;              // longest a client keeps a request before sending it again (mobile, edge)
  Duration redelivery;           // longest a queue or broker may hand a message out again
  Duration replay;               // longest after which operators reprocess by hand
  std::optional<Duration> work;  // longest run on the server, or its hard kill
  Duration clock_skew;
  std::int64_t margin_ppm = kPpm;          // factor on the sum, at least 1
  std::optional<Duration> floor, ceiling;  // defaults 24 h and 7 d
  bool from_claim = false;                 // the record's life is counted from the claim instead of from the completion
};

// One of the horizons of which the longest counts.
struct Horizon {
  std::string_view id;    // "retry_window", "offline", "redelivery", "replay"
  std::string_view name;  // for people
  Duration reach;
  bool dominates = false;
};

struct Budget {
  std::vector<Horizon> horizons;  // finite ones; retry_window is left out when it has no end
  std::optional<Duration> reach;  // the longest of them; nullopt = without end
  Duration work, clock_skew;      // work counts twice when from_claim
  std::optional<Duration> need;   // nullopt = no finite TTL protects
  std::optional<Duration> ttl;    // recommended: the need, raised to the floor
  bool floor_decides = false;
  Duration floor, ceiling;
  bool above_ceiling = false;  // the need is, so the ceiling gives way
  Duration lease, heartbeat;
  bool lease_assumed = false;         // no work was given
  Duration reaper;                    // how often expired records are deleted
  std::optional<Duration> tombstone;  // how long key, fingerprint and outcome stay without the body; nullopt = for ever
};

inline constexpr Duration kDefaultFloor = hours(24);
inline constexpr Duration kDefaultCeiling = days(7);
// The published pair of lease and heartbeat of a well known worked example of idempotent handlers: 90 s, thrice
// renewed.
inline constexpr Duration kAssumedLease = seconds(90);
inline constexpr Duration kShortestTombstone = days(90);

//   need = (max(retry window, offline, redelivery, replay) + work + clock skew) × margin
// counted from the last completion; counted from the claim the run itself eats into the record's life, so work is added
// once more. ttl = max(need, floor): the ceiling never lowers it below the need.
Budget make_budget(const RetryWindow& window, const BudgetTerms& terms);

}  // namespace idem
