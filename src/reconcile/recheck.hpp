#pragma once

#include "reconcile/run.hpp"

namespace idem::books {

// --recheck: a first look, the settle time, and then only what is still there counts. Waits, unless there was nothing,
// and changes the request so that its next run takes only what was seen; Ctrl-C ends the waiting.
Result<void> look_twice(Request& request);

}  // namespace idem::books
