#pragma once

#include "report/report.hpp"
#include "source/project.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace idem {

struct Config;
class RunCache;
struct ToolCall;
struct UniqueSet;

struct AnalyseOptions {
  unsigned jobs = 0;                                // 0: one per processor
  bool coverage = false;                            // judge protections and run the rules, too
  bool timing = false;                              // fill Stats::timings
  const Config* config = nullptr;                   // nullptr: nothing configured
  RunCache* cache = nullptr;                        // nullptr: nothing is kept between runs
  std::string inputs;                               // what further inputs hold, for the cache
  const std::vector<UniqueSet>* uniques = nullptr;  // of schemas that were named
  std::vector<ToolCall>* tool_calls = nullptr;      // gets the calls of agent tools; no kept answer serves then
  // Called now and then from any thread with the files done so far; may be empty.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

// Everything between discovery and rendering. Total: what cannot be read, parsed or followed becomes a diagnostic. The
// report holds every entry point of the project, finish()ed; what to show of it is chosen by report/select.hpp.
Report analyse(const Project& project, const AnalyseOptions& options);

}  // namespace idem
