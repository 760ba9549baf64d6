#include "base/markup.hpp"
#include "ttl/render.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

struct Table {
  std::string text = "section,name,value,unit,detail\n";

  void row(std::string_view section, std::string_view name, const std::string& value, std::string_view unit,
           std::string_view detail = {}) {
    text += fmt::format("{},{},{},{},{}\n", section, csv_field(name), value, unit, csv_field(detail));
  }
  void time(std::string_view section, std::string_view name, std::optional<Duration> value,
            std::string_view detail = {}) {
    row(section, name, value ? fmt::format("{}", value->ms) : "", "ms", detail);
  }
  void stored(std::string_view name, const StoredBytes& stored) {
    row("storage", fmt::format("{} keys", name), fmt::format("{}", stored.keys), "keys");
    row("storage", fmt::format("{} bytes", name), fmt::format("{}", stored.raw), "bytes");
    row("storage", fmt::format("{} bytes in all", name), fmt::format("{}", stored.total), "bytes");
  }
};

std::string thousandths(std::int64_t n) { return fmt::format("{}.{:03}", n / 1000, n % 1000); }

void storage(Table& table, const Storage& s) {
  table.row("storage", "average", thousandths(s.average_mps), "1/s");
  table.row("storage", "peak", thousandths(s.peak_mps), "1/s");
  table.row("storage", "duplicates at peak", thousandths(s.duplicates_mps), "1/s");
  table.stored("live", s.live);
  for (const Storage::Compared& other : s.compared) table.stored("with " + to_human(other.ttl), other.stored);
  table.stored("hash and pointer", s.pointer);
  table.stored("daily partitions", s.partitioned);
  table.stored("tombstones", s.tombstones);
}

}  // namespace

std::string render_ttl_csv(const TtlReport& report) {
  Table table;
  const Budget& budget = report.budget;
  for (std::size_t i = 0; i < report.question.layers.size(); ++i)
    table.time("layer", report.question.layers[i].name, report.retry.layers[i].window,
               sum_in_words(report.question.layers[i], report.retry.layers[i]));
  if (report.question.layers.size() == 1)
    for (const RetryStep& step : steps_of(report.question.layers[0], report.retry.layers[0], 100))
      table.time("try", fmt::format("{}", step.number), step.starts,
                 fmt::format("starts; lasts {}", to_human(step.lasts)));
  for (const Horizon& horizon : budget.horizons)
    table.time("horizon", horizon.id, horizon.reach, horizon.dominates ? "dominates" : "");
  table.time("answer", "need", budget.need, need_in_words(report));
  table.time("answer", "ttl", budget.ttl,
             !budget.ttl            ? "no finite TTL protects this"
             : budget.floor_decides ? "floor"
                                    : "need");
  table.time("answer", "lease", budget.lease, budget.lease_assumed ? "assumed" : "");
  table.time("answer", "heartbeat", budget.heartbeat);
  table.time("answer", "reaper", budget.reaper);
  table.time("answer", "tombstone", budget.tombstone, budget.tombstone ? "" : "for ever");
  for (std::size_t i = 0; i < report.windows.size(); ++i) {
    const ProtectionWindow& w = report.windows[i];
    const char* state = w.unpublished ? "not published" : w.absent ? "none" : w.ends ? "" : "for ever";
    table.time("window", fmt::format("{}: {}", to_word(w.kind), w.name), w.absent ? std::nullopt : w.ends,
               report.first_to_end == i ? "first to end" : state);
  }
  if (report.storage) storage(table, *report.storage);
  for (const TtlFinding& finding : report.findings)
    table.row("finding", finding.rule, std::string(to_word(finding.level)), "", finding.message);
  return table.text;
}

}  // namespace idem
