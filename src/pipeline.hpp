#pragma once

#include "report/report.hpp"
#include "source/project.hpp"

#include <cstddef>
#include <functional>

namespace idem {

struct Config;

struct AnalyseOptions {
  unsigned jobs = 0;               // 0: one per processor
  bool coverage = false;           // judge protections and run the rules, too
  bool timing = false;             // fill Stats::timings
  const Config* config = nullptr;  // nullptr: nothing configured
  // Called now and then from any thread with the files done so far; may be empty.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

// Everything between discovery and rendering. Total: what cannot be read, parsed or followed becomes a diagnostic. The
// report holds every entry point of the project, finish()ed; what to show of it is chosen by report/select.hpp.
Report analyse(const Project& project, const AnalyseOptions& options);

}  // namespace idem
