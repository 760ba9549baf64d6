#pragma once

#include "report/report.hpp"

#include <string_view>

namespace idem {

// What of a finding's statement goes into its identity: its shape, or the text of the last step of its evidence.
std::string_view shape_of(const Finding& finding);

}  // namespace idem
