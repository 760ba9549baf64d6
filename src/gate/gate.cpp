#include "gate/gate.hpp"

#include "report/summary.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

namespace idem {

std::vector<std::string> gate_reasons(const Report& report, const GateOptions& options) {
  std::vector<std::string> reasons;
  if (options.fail_on) {
    std::size_t failing = 0;
    for (const Finding& finding : report.findings)
      failing +=
          !finding.suppressed && finding.severity >= *options.fail_on && finding.confidence >= options.min_confidence;
    if (failing > 0)
      reasons.push_back(
          fmt::format("{} at or above {} (--fail-on)", counted(failing, "finding"), word(*options.fail_on)));
  }
  const Summary summary = summarise(report);
  for (const auto& [tier, floor] : options.min_coverage) {
    const Tally& tally = tier == "strong" ? summary.strong : tier == "standard" ? summary.standard : summary.all;
    if (tally.percent() < floor)
      reasons.push_back(fmt::format("coverage{}{} is {}, {} wanted (--min-coverage)", tier.empty() ? "" : " of ", tier,
                                    percent_text(tally.percent()), percent_text(floor)));
  }
  return reasons;
}

std::string today() {
  std::time_t now = std::time(nullptr);
  if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH"); fixed != nullptr && *fixed != '\0')
    now = static_cast<std::time_t>(std::strtoll(fixed, nullptr, 10));
  std::tm parts{};
  gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace idem
