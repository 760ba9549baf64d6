#pragma once

#include "ttl/layer.hpp"

#include <functional>
#include <vector>

namespace idem {

// Draws a number from 0 to `most`; the worst case always answers `most`.
using Draw = std::function<std::int64_t(std::int64_t most)>;

// Plays nested retriers against a server that never answers, event by event, and returns when the last request ends, in
// milliseconds. Knows nothing of the formula: runs, tries, abandoned runs and cancellations are objects and events.
// `give_up` limits how long innermost tries of an unlimited timeout last.
std::int64_t simulate_retries(const std::vector<RetryLayer>& layers, const Draw& draw);

}  // namespace idem
