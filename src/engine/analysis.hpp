// The stages after lowering, in order: index, evaluate registrations, compose routes, walk requests.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/program.hpp"
#include "report/report.hpp"

namespace idem {

// Adds the endpoints of a program to the report; with `coverage` their judgement and the findings. `refers[i]` is the
// index of the endpoint that finding i is about, or kNoEndpoint.
void find_endpoints(Program& program, const Catalog& catalog, bool coverage, Report& report,
                    std::vector<std::size_t>& refers);

}  // namespace idem
