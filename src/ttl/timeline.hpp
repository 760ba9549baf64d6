#pragma once

#include "ttl/report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace idem {

// A bar of the drawn timeline: from zero to its end.
struct TimelineBar {
  enum Kind { demand, protection } kind = protection;  // what may still arrive, or what recognises it
  std::string label;
  std::optional<Duration> ends;  // nullopt = for ever
  std::string in_words;          // "24h", "for ever", "not published", "no end"
  bool first_to_end = false;
  bool unknown = false;  // nothing can be drawn
};

struct TimelineTick {
  Duration at;
  std::string label;
};

// Time runs logarithmically: seconds of retries and months of tombstones have to fit one line.
struct Timeline {
  std::vector<TimelineBar> bars;
  std::vector<TimelineTick> ticks;
  Duration from, to;

  // Where a time stands, from 0 to `width`; never is at `width`.
  int position(std::optional<Duration> at, int width) const;
};

Timeline make_timeline(const TtlReport& report);

}  // namespace idem
