// Answers of the other side that speak of the key itself: it is in use, or it stands for another request.
#pragma once

#include "judge/states.hpp"

namespace idem {

// Whether a condition tests for such an answer (status 409 or 422, an error code that names idempotency); `equal` tells
// which arm is the one where it came.
bool says_conflict(Interpreter& interpreter, const PathState& state, V condition, bool& equal);

}  // namespace idem
