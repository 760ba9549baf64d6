#pragma once

#include "reconcile/run.hpp"

namespace idem::books {

// --recheck: a first look, the settle time, and then only what is still there counts. Waits, unless there was nothing,
// and changes the request so that its next run takes only what was seen; Ctrl-C ends the waiting. `on_wait` is told how
// many discrepancies the first look has found and for how many seconds they get time to settle.
Result<void> look_twice(Request& request, const std::function<void(std::size_t found, double seconds)>& on_wait);

}  // namespace idem::books
