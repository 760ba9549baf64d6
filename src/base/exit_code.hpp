#pragma once

#include "base/result.hpp"

namespace idem {

// The documented exit codes. Where several apply, usage > incomplete > findings > clean.
enum ExitCode : int {
  kExitClean = 0,       // nothing to report, or below the threshold
  kExitFindings = 1,    // findings at or above the threshold, a check not met, discrepancies
  kExitUsage = 2,       // usage, configuration or internal error
  kExitIncomplete = 3,  // the work could not be finished: the answer must not be trusted as clean
};

inline int exit_code_of(const Error& error) {
  return error.kind == ErrorKind::incomplete ? kExitIncomplete : kExitUsage;
}

}  // namespace idem
