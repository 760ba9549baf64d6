#pragma once

#include "base/result.hpp"

namespace idem {

// From now on Ctrl-C and SIGTERM set a flag instead of ending the program, so that work in hand can be cancelled where
// it runs (a query on a server) and temporary files removed. A second Ctrl-C ends the program at once.
void watch_interrupts();

bool interrupted();

// The error of work that was cut short so: ErrorKind::incomplete.
inline Error interruption() { return {ErrorKind::incomplete, "interrupted"}; }

}  // namespace idem
