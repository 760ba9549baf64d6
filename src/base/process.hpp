#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace idem {

struct ProcessOutput {
  int status = 0;  // exit code; 128 + signal when it was ended by one
  std::string out, err;
};

// Runs a program found on PATH with these arguments (the first is its name) and no standard input; no shell is
// involved. An error when it cannot be started or prints more than `limit` bytes.
Result<ProcessOutput> run_process(const std::vector<std::string>& arguments, std::size_t limit = 64u << 20);

}  // namespace idem
