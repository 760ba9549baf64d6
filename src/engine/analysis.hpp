// The stages after lowering, in order: index, evaluate registrations, compose routes, walk requests.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/program.hpp"
#include "report/report.hpp"

namespace idem {

// Adds the endpoints of a program to the report.
void find_endpoints(Program& program, const Catalog& catalog, Report& report);

}  // namespace idem
