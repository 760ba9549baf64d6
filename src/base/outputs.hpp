#pragma once

#include "base/result.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// Where a report goes in which format.
struct OutputPlace {
  std::string format;
  std::string path;  // empty = standard output
};

// Reads the values of a repeatable --format (FORMAT or FORMAT=PATH) and of --output (for a single format without a
// path). Without --format it is the first of `allowed`. At most one report may go to standard output, and no path may
// occur twice.
Result<std::vector<OutputPlace>> parse_outputs(const std::vector<std::string>& formats, const std::string& output,
                                               const std::vector<std::string_view>& allowed);

// Renders and writes every output; `render` gets the format and whether it goes to standard output.
Result<void> write_outputs(const std::vector<OutputPlace>& outputs,
                           const std::function<std::string(const OutputPlace&)>& render);

}  // namespace idem
