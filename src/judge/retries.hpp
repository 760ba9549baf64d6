// What runs again when it fails: loops whose body leaves when it worked, functions under a retrying decorator,
// functions handed to a retrier.
#pragma once

#include "engine/interpreter.hpp"

#include <utility>
#include <vector>

namespace idem {

// Whether a counted or endless loop's body tries something again until it works.
bool tries_again(Interpreter& interpreter, const TraceBlock& body);
// Whether a decorator of the function retries it (a row of role `retry`).
bool retries_function(Interpreter& interpreter, FnRef fn);
// The functions that a call of a retrier runs again.
std::vector<FnRef> functions_retried_by(V called);
// `request.Header.Set("Idempotency-Key", key)`: the request and the key; nullptr for any other call.
std::pair<V, V> key_header_set(Interpreter& interpreter, V called);

}  // namespace idem
