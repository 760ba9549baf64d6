#include "reconcile/ghosts.hpp"

#include "base/resources.hpp"

namespace idem::books {

Result<void> measure_ghosts(Store& store, Report& report) {
  static constexpr std::string_view kLabels[] = {"< 1 s", "< 10 s", "< 1 min", "< 10 min", "< 1 h", "< 1 d", "longer"};
  Result<SqliteStatement> by_tool = store.db().prepare(std::string(resource("sql/reconcile/ghost_measure.sql")));
  if (!by_tool) return by_tool.error();
  for (;;) {
    const Result<bool> got = by_tool->step();
    if (!got) return got.error();
    if (!*got) break;
    report.ghosts.push_back(
        {std::string(by_tool->text(0)), std::string(by_tool->text(1)), by_tool->number(2), by_tool->number(3)});
  }
  Result<SqliteStatement> gaps = store.db().prepare(std::string(resource("sql/reconcile/repeat_gaps.sql")));
  if (!gaps) return gaps.error();
  for (const std::string_view label : kLabels) report.repeat_gaps.emplace_back(label, 0);
  for (;;) {
    const Result<bool> got = gaps->step();
    if (!got) return got.error();
    if (!*got) break;
    report.repeat_gaps[static_cast<std::size_t>(gaps->number(0))].second = gaps->number(1);
  }
  report.measured_ghosts = true;
  return {};
}

}  // namespace idem::books
