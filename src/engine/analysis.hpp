// The stages after lowering, in order: index, evaluate registrations, compose routes, walk requests.
#pragma once

#include "catalog/catalog.hpp"
#include "engine/program.hpp"
#include "report/report.hpp"

namespace idem {

struct Config;
struct ToolCall;
struct UniqueSet;

struct AnalysisInputs {
  bool coverage = false;           // judge, too
  const Config* config = nullptr;  // whose functions the rows in the catalogue are about; nullptr: none
  const std::vector<UniqueSet>* uniques = nullptr;  // of schemas that were named, beside those of the project
  std::vector<ToolCall>* tool_calls = nullptr;      // gets the calls of agent tools, when wanted
};

// Adds the endpoints of a program to the report; with `coverage` their judgement and the findings. `refers[i]` is the
// index of the endpoint that finding i is about, or kNoEndpoint.
void find_endpoints(Program& program, const Catalog& catalog, const AnalysisInputs& inputs, Report& report,
                    std::vector<std::size_t>& refers);

}  // namespace idem
