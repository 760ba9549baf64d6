#pragma once

#include "engine/compose.hpp"
#include "report/report.hpp"

#include <string>
#include <vector>

namespace idem {

struct Provided {
  std::vector<Decision> decisions;
  std::string by;  // the access path that a row names
  Site where;
};

// What rows of role `protect` say for a route: of wrappers, decorators and middleware in its chain, and of helpers that
// every path of its trace calls.
Provided provided_for(Interpreter& interpreter, const FoundRoute& route, const TraceBlock* trace);

}  // namespace idem
