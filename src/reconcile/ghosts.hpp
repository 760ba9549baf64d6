#pragma once

#include "reconcile/report.hpp"
#include "reconcile/store.hpp"

namespace idem::books {

// Executions against invocations by tool and session, and how long after the one before a repeat began, from the
// executions that the store has loaded.
Result<void> measure_ghosts(Store& store, Report& report);

}  // namespace idem::books
