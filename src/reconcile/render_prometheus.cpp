#include "reconcile/render.hpp"

#include <fmt/format.h>

namespace idem::books {

static std::string label_value(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out;
}

// The text format of Prometheus (exposition format 0.0.4), for a node exporter's text file collector. Every class has a
// line, so that an alert on a class does not vanish with its last finding.
std::string render_reconcile_prometheus(const Report& report, const RenderOptions&) {
  std::string out;
  const auto family = [&](std::string_view name, std::string_view help) {
    out += fmt::format("# HELP {0} {1}\n# TYPE {0} gauge\n", name, help);
  };
  const auto classes = discrepancy_classes();
  family("idem_reconcile_discrepancies", "Discrepancies by class.");
  for (std::size_t i = 0; i < classes.size(); ++i)
    out += fmt::format("idem_reconcile_discrepancies{{class=\"{}\",severity=\"{}\"}} {}\n", classes[i].id,
                       name_of(classes[i].weight), report.classes.empty() ? 0 : report.classes[i].count.groups);
  family("idem_reconcile_money", "Money involved in discrepancies, in units of the currency.");
  for (std::size_t i = 0; i < report.classes.size(); ++i)
    for (const auto& [currency, sum] : report.classes[i].money)
      out += fmt::format("idem_reconcile_money{{class=\"{}\",currency=\"{}\"}} {}\n", classes[i].id,
                         label_value(currency), sum);
  family("idem_reconcile_oldest_timestamp_seconds", "When the oldest discrepancy of a class began.");
  for (std::size_t i = 0; i < report.classes.size(); ++i)
    if (report.classes[i].oldest)
      out += fmt::format("idem_reconcile_oldest_timestamp_seconds{{class=\"{}\"}} {}\n", classes[i].id,
                         *report.classes[i].oldest / kMicrosPerSecond);
  family("idem_reconcile_agreeing", "Groups that agree or are not judged.");
  for (std::size_t i = 0; i < kNeutrals; ++i)
    out += fmt::format("idem_reconcile_agreeing{{kind=\"{}\"}} {}\n", name_of(static_cast<Neutral>(i)),
                       report.neutrals[i].groups);
  family("idem_reconcile_rows", "Rows read of each side.");
  for (const Side side : kAllSides)
    if (report.plan.has(side))
      out += fmt::format("idem_reconcile_rows{{side=\"{}\"}} {}\n", name_of(side),
                         report.rows[static_cast<std::size_t>(side)]);
  family("idem_reconcile_bad_rows", "Rows that could not be read.");
  out += fmt::format("idem_reconcile_bad_rows {}\n", report.bad_rows);
  family("idem_reconcile_as_of_timestamp_seconds", "The time the books were judged as of.");
  out += fmt::format("idem_reconcile_as_of_timestamp_seconds {}\n", report.plan.settings.as_of / kMicrosPerSecond);
  return out;
}

}  // namespace idem::books
