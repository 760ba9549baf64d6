#include "ttl/timeline.hpp"

#include <algorithm>
#include <cmath>

namespace idem {

namespace {

void add_demand(std::vector<TimelineBar>& bars, const TtlReport& report) {
  if (!report.retry.window)
    bars.push_back({TimelineBar::demand, "retries may come", std::nullopt, "without end", false, false});
  for (const Horizon& horizon : report.budget.horizons) {
    if (horizon.reach.ms == 0) continue;
    const std::string label = horizon.id == "retry_window" ? "retries may come" : std::string(horizon.name);
    bars.push_back({TimelineBar::demand, label, horizon.reach, to_human(horizon.reach), false, false});
  }
}

void add_protection(std::vector<TimelineBar>& bars, const TtlReport& report) {
  for (std::size_t i = 0; i < report.windows.size(); ++i) {
    const ProtectionWindow& window = report.windows[i];
    const std::string words = window.unpublished ? "not published"
                              : window.absent    ? "none"
                              : window.ends      ? to_human(*window.ends)
                                                 : "for ever";
    bars.push_back({TimelineBar::protection, window.name, window.ends, words, report.first_to_end == i,
                    window.unpublished || window.absent});
  }
}

}  // namespace

int Timeline::position(std::optional<Duration> at, int width) const {
  if (!at) return width;
  if (*at <= from) return 0;
  const double share = std::log(static_cast<double>(at->ms) / static_cast<double>(from.ms)) /
                       std::log(static_cast<double>(to.ms) / static_cast<double>(from.ms));
  return std::clamp(static_cast<int>(std::lround(share * width)), 0, width);
}

Timeline make_timeline(const TtlReport& report) {
  Timeline timeline;
  add_demand(timeline.bars, report);
  add_protection(timeline.bars, report);
  Duration shortest = days(1), longest = days(1);
  for (const TimelineBar& bar : timeline.bars) {
    if (!bar.ends || bar.ends->ms == 0) continue;
    shortest = std::min(shortest, *bar.ends);
    longest = std::max(longest, *bar.ends);
  }
  timeline.from = std::max(seconds(1), Duration{shortest.ms / 8});
  timeline.to = longest + Duration{longest.ms / 2};
  const TimelineTick ticks[] = {
      {seconds(1), "1s"},  {seconds(10), "10s"},     {minutes(1), "1m"},        {minutes(10), "10m"}, {hours(1), "1h"},
      {hours(6), "6h"},    {hours(24), "24h"},       {days(7), "7d"},           {days(30), "30d"},    {days(90), "90d"},
      {days(365), "365d"}, {days(3650), "10 years"}, {days(36500), "100 years"}};
  for (const TimelineTick& tick : ticks)
    if (tick.at >= timeline.from && tick.at <= timeline.to) timeline.ticks.push_back(tick);
  return timeline;
}

}  // namespace idem
