// The whole of a run: open every source, map its columns, decide how the sides meet, bring them together with the
// engine that fits, ask the questions, tabulate the answers.
#include "reconcile/run.hpp"

#include "base/interrupt.hpp"
#include "base/resources.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

struct OpenSource {
  Side side;
  std::size_t number;  // among the side's sources
  std::unique_ptr<RowReader> reader;
};

StateWords words_for(const SourceSpec& spec) {
  StateWords words = builtin_layouts().states;
  for (const auto& [word, state] : spec.states) words[word] = state;
  return words;
}

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

void count_dropped(Report& report, Neutral neutral, const Dropped& dropped) {
  Count& count = report.neutrals[static_cast<std::size_t>(neutral)];
  count.groups += dropped.groups;
  count.keys += dropped.keys;
  count.records += dropped.records;
}

void see(Plan& plan, const Tally& tally, bool& any_expiry) {
  any_expiry = any_expiry || tally.any_expiry;
  if (tally.longest_retention && (!plan.longest_retention || *tally.longest_retention > *plan.longest_retention))
    plan.longest_retention = tally.longest_retention;
}

}  // namespace

Result<Report> reconcile(const Request& request, const std::function<Result<void>(const Finding&)>& on_finding) {
  Report report;
  BadRows bad;
  bad.allowed = request.max_bad;

  // Open everything before reading anything: a wrong name should not cost a minute.
  std::vector<OpenSource> sources;
  std::array<std::vector<Mapping>, kSides> mappings;
  for (const Side side : kAllSides) {
    const auto at = static_cast<std::size_t>(side);
    for (std::size_t i = 0; i < request.sources[at].size(); ++i) {
      const SourceSpec& spec = request.sources[at][i];
      report.sources[at].push_back(shown_name(spec));
      Result<std::unique_ptr<RowReader>> reader = open_rows(spec, side, bad);
      if (!reader) return reader.error();
      Result<Mapping> mapping = map_columns(side, (*reader)->columns(), spec.columns, builtin_layouts());
      if (!mapping) return mapping.error().with_context(shown_name(spec));
      mappings[at].push_back(std::move(*mapping));
      sources.push_back({side, i, std::move(*reader)});
    }
  }
  Result<Plan> planned = make_plan(request.settings, std::move(mappings));
  if (!planned) return planned.error();
  Plan plan = std::move(*planned);

  Result<Store> store = Store::open(65536);
  if (!store) return store.error();
  bool any_expiry = false;
  for (const Side side : kAllSides) {
    const auto at = static_cast<std::size_t>(side);
    if (!plan.has(side)) continue;
    if (const auto begun = store->begin_side(plan, side); !begun) return begun.error();
    for (OpenSource& source : sources) {
      if (source.side != side) continue;
      const SourceSpec& spec = request.sources[at][source.number];
      Canonical canonical(side, plan.mappings[at][source.number],
                          {request.zone_offset_seconds, request.currency, words_for(spec)});
      const Result<Tally> tally =
          store->load(plan, side, *source.reader, canonical, static_cast<std::int64_t>(source.number),
                      [&](std::int64_t rows) { request.progress(name_of(side), rows); });
      if (!tally) return tally.error();
      source.reader.reset();
      report.rows[at] += tally->rows;
      if (side == Side::keys) see(plan, *tally, any_expiry);
    }
  }
  plan.has_expiries = any_expiry;

  request.progress("comparing", 0);
  const Side intentions = plan.has(Side::records, Role::business) ? Side::records : Side::keys;
  Result<OrderedRows> keys = store->ordered(plan, Side::keys);
  if (!keys) return keys.error();
  Result<OrderedRows> records = store->ordered(plan, Side::records);
  if (!records) return records.error();
  Result<OrderedLinks> forced = store->repeated_intentions(plan, intentions);
  if (!forced) return forced.error();
  if (const auto begun = store->begin_suspects(); !begun) return begun.error();
  const Result<MergeResult> merged =
      merge(plan, *keys, *records, *forced, [&](const Group& group) { return store->add_suspect(group); });
  if (!merged) return merged.error();
  if (const auto ended = store->end_suspects(true); !ended) return ended.error();
  count_dropped(report, Neutral::matched, merged->matched);
  count_dropped(report, Neutral::outside_window, merged->outside);

  request.progress("judging", merged->suspects);
  Tabulator tabulator(report, request.samples, on_finding);
  if (const auto judged = store->classify(plan, [&](const Answer& answer) { return tabulator.take(answer); }); !judged)
    return judged.error();
  if (plan.has(Side::provider))
    if (const auto judged = store->provider_only(plan, [&](const Answer& answer) { return tabulator.take(answer); });
        !judged)
      return judged.error();
  if (plan.has(Side::executions))
    if (const auto measured = measure_ghosts(*store, report); !measured) return measured.error();

  for (const DiscrepancyClass& about : discrepancy_classes())
    if (std::string need = lacking(plan, about); !need.empty())
      report.not_judged.emplace_back(about.id, std::move(need));
  if (!plan.has(Side::executions)) report.not_judged.emplace_back("ghost measure", "executions");
  report.notes = plan.notes;
  report.bad_rows = static_cast<std::int64_t>(bad.count);
  report.bad_examples = bad.first;
  report.plan = std::move(plan);
  return report;
}

}  // namespace idem
