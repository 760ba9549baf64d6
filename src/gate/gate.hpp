// The decision: does this report let the change through?
#pragma once

#include "report/report.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace idem {

struct GateOptions {
  std::optional<Severity> fail_on = Severity::high;          // nullopt: findings never fail
  std::vector<std::pair<std::string, double>> min_coverage;  // "" (all) or tier word → percent
  Confidence min_confidence = Confidence::medium;            // what is less certain never fails
};

// Why the gate stays shut, one sentence each; empty when it opens.
std::vector<std::string> gate_reasons(const Report& report, const GateOptions& options);

// Today in UTC, YYYY-MM-DD; what ends suppressions. SOURCE_DATE_EPOCH, when set, stands for the clock.
std::string today();

}  // namespace idem
