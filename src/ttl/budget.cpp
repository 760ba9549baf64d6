#include "ttl/budget.hpp"

#include <algorithm>

namespace idem {

namespace {

std::vector<Horizon> horizons_of(const RetryWindow& window, const BudgetTerms& terms) {
  std::vector<Horizon> horizons;
  if (window.window) horizons.push_back({"retry_window", "retry window", *window.window});
  horizons.push_back({"offline", "offline dwell", terms.offline});
  horizons.push_back({"redelivery", "late delivery", terms.redelivery});
  horizons.push_back({"replay", "operator reprocessing", terms.replay});
  const auto longest = std::max_element(horizons.begin(), horizons.end(),
                                        [](const Horizon& a, const Horizon& b) { return a.reach < b.reach; });
  longest->dominates = window.window.has_value() && longest->reach.ms > 0;
  return horizons;
}

// A tenth more than the longest run and the skew, so that a run killed at its limit is gone before another may begin.
Duration lease_for(Duration work, Duration skew) { return work + skew + std::max(seconds(1), Duration{work.ms / 10}); }

// Often enough that no more than a twenty-fourth of the records are overdue, between a minute and an hour.
Duration reaper_for(Duration ttl) {
  const Duration whole_minutes{ttl.ms / 24 / 60'000 * 60'000};
  return std::clamp(whole_minutes, minutes(1), hours(1));
}

}  // namespace

Budget make_budget(const RetryWindow& window, const BudgetTerms& terms) {
  Budget budget;
  budget.horizons = horizons_of(window, terms);
  budget.work = terms.work.value_or(Duration{}) * (terms.from_claim ? 2 : 1);
  budget.clock_skew = terms.clock_skew;
  budget.ceiling = terms.ceiling.value_or(std::max(kDefaultCeiling, terms.floor.value_or(Duration{})));
  budget.floor = terms.floor.value_or(std::min(kDefaultFloor, budget.ceiling));
  budget.lease_assumed = !terms.work.has_value();
  budget.lease = terms.work ? lease_for(*terms.work, terms.clock_skew) : kAssumedLease + terms.clock_skew;
  budget.heartbeat = Duration{budget.lease.ms / 3};
  budget.reaper = hours(1);
  if (!window.window) return budget;
  Duration reach;
  for (const Horizon& horizon : budget.horizons) reach = std::max(reach, horizon.reach);
  budget.reach = reach;
  budget.need = Duration{multiply_divide_up((reach + budget.work + budget.clock_skew).ms, terms.margin_ppm, kPpm)};
  budget.floor_decides = *budget.need < budget.floor;
  budget.ttl = std::max(*budget.need, budget.floor);
  budget.above_ceiling = *budget.need > budget.ceiling;
  budget.reaper = reaper_for(*budget.ttl);
  budget.tombstone = std::max(kShortestTombstone, *budget.ttl);
  return budget;
}

}  // namespace idem
