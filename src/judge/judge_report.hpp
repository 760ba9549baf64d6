// Judging the entry points of a project, and the functions that no entry point reaches.
#pragma once

#include "engine/compose.hpp"
#include "judge/uniques.hpp"
#include "report/report.hpp"

#include <set>
#include <vector>

namespace idem {

struct Judged {
  Coverage coverage;
  std::vector<Finding> findings;
};

// `endpoint` is the one the route is reported as, with its effects and tier.
Judged judge_route(Interpreter& interpreter, const Uniques& uniques, const FoundRoute& route, const Endpoint& endpoint);

// Functions that were never applied and that hold calls: only rules about effects, retries and keys look at them.
std::vector<Finding> judge_unreached(Interpreter& interpreter, const Uniques& uniques);

}  // namespace idem
