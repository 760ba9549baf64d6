// Routes whose handler itself tells requests apart.
#pragma once

#include "engine/compose.hpp"

#include <vector>

namespace idem {

// A route by each method (and path) that its handler tests for; the route itself, still symbolic, where it tests
// nothing; just the route where its registration said all.
std::vector<FoundRoute> tell_apart(Interpreter& interpreter, const FoundRoute& route);

}  // namespace idem
