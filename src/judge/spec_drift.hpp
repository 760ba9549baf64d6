#pragma once

#include "report/report.hpp"
#include "source/project.hpp"

#include <cstddef>
#include <vector>

namespace idem {

// Compares what the project's OpenAPI documents say of keys with what its endpoints were judged to do, and adds
// findings of the rule spec-drift: a key header that is documented and not read, and one that is read and not
// documented. `refers` as for finish().
void find_spec_drift(const Project& project, Report& report, std::vector<std::size_t>& refers);

}  // namespace idem
