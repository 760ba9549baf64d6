#pragma once

#include "ttl/layer.hpp"

#include <cstdint>
#include <vector>

namespace idem {

// The longest waits of a layer before its first `count` retries, in order, equal neighbours as one run. Jitter is at
// its upper end and Retry-After at its longest. Waits are rounded up to a millisecond.
std::vector<DelayRun> longest_delays(const RetryLayer& layer, std::int64_t count);

// Their sum; saturates.
Duration sum_of(const std::vector<DelayRun>& runs);

}  // namespace idem
