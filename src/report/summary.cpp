#include "report/summary.hpp"

#include <fmt/core.h>

#include <cmath>
#include <set>

namespace idem {

std::size_t Tally::judged() const {
  return of(Verdict::covered) + of(Verdict::partial) + of(Verdict::uncovered) + of(Verdict::unknown);
}

double Tally::percent() const {
  return judged() == 0 ? 100.0 : 100.0 * static_cast<double>(of(Verdict::covered)) / static_cast<double>(judged());
}

Summary summarise(const Report& report) {
  Summary summary;
  summary.entry_points = report.endpoints.size();
  for (const Endpoint& endpoint : report.endpoints) {
    ++summary.by_kind[static_cast<std::size_t>(endpoint.kind)];
    ++summary.by_tier[static_cast<std::size_t>(endpoint.tier)];
    std::set<std::string> kinds;
    for (const Effect* effect : counting_effects(endpoint)) kinds.emplace(word(effect->kind));
    for (const std::string& kind : kinds) ++summary.by_effect[kind];
    if (!endpoint.coverage) continue;
    const auto verdict = static_cast<std::size_t>(endpoint.coverage->verdict);
    ++summary.all.by_verdict[verdict];
    if (endpoint.tier == Tier::strong) ++summary.strong.by_verdict[verdict];
    if (endpoint.tier == Tier::standard) ++summary.standard.by_verdict[verdict];
  }
  for (const Finding& finding : report.findings) {
    if (finding.suppressed)
      ++summary.suppressed;
    else
      ++summary.findings[static_cast<std::size_t>(finding.severity)];
  }
  return summary;
}

std::string counted(std::size_t n, const char* one, const char* many) {
  if (n == 1) return fmt::format("1 {}", one);
  return many != nullptr ? fmt::format("{} {}", n, many) : fmt::format("{} {}s", n, one);
}

std::string percent_text(double percent) {
  const double rounded = std::floor(percent * 10) / 10;
  if (rounded == std::floor(rounded)) return fmt::format("{:.0f} %", rounded);
  return fmt::format("{:.1f} %", rounded);
}

}  // namespace idem
