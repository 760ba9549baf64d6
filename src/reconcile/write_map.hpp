#pragma once

#include "reconcile/run.hpp"

namespace idem::books {

// A mapping file (TOML) with comments for the sources of a request: what was recognised, and what could be told.
Result<std::string> mapping_file_for(const Request& request);

}  // namespace idem::books
