#pragma once

#include "engine/interpreter.hpp"
#include "report/report.hpp"

#include <vector>

namespace idem {

// Tells what was not read or followed, after registrations and walks: the interpreter's stops, and code that did not
// become facts. Syntax that was not understood makes the answer incomplete only where it matters: in a file that
// registers routes, in a function that was run, or where it is most of a file. `interesting`: files that register, by
// index.
void tell_incompleteness(Interpreter& interpreter, const std::vector<bool>& interesting, Report& report);

}  // namespace idem
