// How long something lasts, as far as the code says it in literals. All results are seconds; negative = not known.
#pragma once

#include "meaning/operation.hpp"

#include <string_view>

namespace idem {

// A duration written in the code; a bare number counts `unit` seconds each.
double seconds_of(Interpreter& interpreter, V value, double unit = 1);
// How long a lock or claim holds before it ends by itself.
double lease_of(Interpreter& interpreter, const Operation& op);
// How long a call waits for its answer: its own timeout, its client's, or its context's.
double timeout_of(Interpreter& interpreter, const Operation& op);
// "interval '30 seconds'" in the text of a statement.
double interval_in(std::string_view text);

}  // namespace idem
