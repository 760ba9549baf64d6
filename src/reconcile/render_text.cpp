#include "reconcile/render.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace idem::books {

namespace {

Style style_of(Weight weight) {
  return weight == Weight::critical ? Style::red : weight == Weight::high ? Style::yellow : Style::dim;
}

std::string money_in_words(const MoneyByCurrency& money) {
  std::string text;
  for (const auto& [currency, sum] : money) text += (text.empty() ? "" : " + ") + format_money(sum, currency);
  return text;
}

std::string plural(std::int64_t count, std::string_view word) {
  return fmt::format("{} {}{}", with_thousands(count), word, count == 1 ? "" : "s");
}

// "1,000 keys = 990 matched + 6 stuck-effect-done + 4 in flight": the proof that no row is missing.
std::string identity(const Report& report, Side side, std::int64_t Count::*member) {
  const std::int64_t rows = report.rows[static_cast<std::size_t>(side)];
  static constexpr std::string_view kOne[kSides] = {"key", "record", "provider row", "event", "execution"};
  std::string text = "  " + plural(rows, kOne[static_cast<std::size_t>(side)]) + " = ";
  bool first = true;
  const auto part = [&](std::int64_t count, std::string_view name) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", first ? "" : " + ", with_thousands(count), name);
    first = false;
  };
  for (std::size_t i = 0; i < kNeutrals; ++i) part(report.neutrals[i].*member, name_of(static_cast<Neutral>(i)));
  for (std::size_t i = 0; i < report.classes.size(); ++i)
    part(report.classes[i].count.*member, discrepancy_classes()[i].id);
  if (first) text += "0";
  return text + "\n";
}

void add_sample(std::string& out, const Report& report, const Finding& finding, const RenderOptions& options) {
  const bool on = options.color;
  const bool provider_alone = finding.key.empty() && finding.records == 0 && !finding.provider_ref.empty();
  std::string key = provider_alone        ? "provider " + printable(finding.provider_ref)
                    : finding.key.empty() ? "no key"
                                          : printable(shown_key(finding.key, options.show_keys));
  if (!finding.tenant.empty()) key = printable(finding.tenant) + "/" + key;
  out += "    " + paint(on, Style::cyan, key);
  if (!finding.state.empty()) out += " " + finding.state;
  if (const std::string records = records_in_words(finding); !records.empty()) out += "  record " + printable(records);
  if (finding.records == 0 && !finding.resource.empty()) out += "  names " + printable(finding.resource);
  if (!finding.amount.empty()) out += "  " + format_money(finding.amount, printable(finding.currency));
  if (finding.created) out += "  " + age(*finding.created, report.plan.settings.as_of) + " old";
  if (!finding.other.empty()) out += "  (" + printable(finding.other) + ")";
  if (!finding.bad.empty()) out += "  (" + finding.bad + " cannot be read)";
  if (!finding.tags.empty()) {
    out += "  also";
    for (const std::size_t tag : finding.tags) out += fmt::format(" {}", discrepancy_classes()[tag].id);
  }
  out += "\n";
}

}  // namespace

std::string with_thousands(std::int64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3 && digits[i - 3 - 1] != '-'; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string age(Micros time, Micros as_of) {
  const std::int64_t seconds = (as_of - time) / kMicrosPerSecond;
  if (seconds < 0) return "0 s";
  if (seconds < 120) return fmt::format("{} s", seconds);
  if (seconds < 7200) return fmt::format("{} min", seconds / 60);
  if (seconds < 2 * 86400) return fmt::format("{} h", seconds / 3600);
  return fmt::format("{} d", seconds / 86400);
}

std::string records_in_words(const Finding& finding) {
  if (finding.record_ids.empty()) return finding.records > 0 ? plural(finding.records, "row") : "";
  if (finding.records <= 2 && finding.record_ids.size() <= 2) {
    std::string text = finding.record_ids.front();
    if (finding.record_ids.size() == 2) text += ", " + finding.record_ids.back();
    return text;
  }
  return fmt::format("{} .. {} ({} rows)", finding.record_ids.front(), finding.record_ids.back(), finding.records);
}

std::string render_reconcile_text(const Report& report, const RenderOptions& options) {
  const bool on = options.color;
  const Settings& settings = report.plan.settings;
  std::string out;
  const std::int64_t findings = report.findings();
  out += paint(on, Style::bold,
               findings == 0 ? "keys and records tell the same story"
                             : fmt::format("{} discrepanc{}", with_thousands(findings), findings == 1 ? "y" : "ies"));
  out += fmt::format(" in {} and {}", plural(report.rows[0], "key"), plural(report.rows[1], "record"));
  if (report.plan.has(Side::provider)) out += fmt::format(" and {}", plural(report.rows[2], "provider row"));
  out += fmt::format("\n  as of {}, settle {} s, linked by {}\n", format_time(settings.as_of),
                     settings.settle_span() / kMicrosPerSecond, name_of(report.plan.link));
  if (settings.shards > 1) out += fmt::format("  shard {} of {}\n", settings.shard, settings.shards);

  if (findings > 0) {
    std::size_t widest = 0;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < report.classes.size(); ++i) {
      if (report.classes[i].count.groups == 0) continue;
      widest = std::max(widest, discrepancy_classes()[i].id.size());
      digits = std::max(digits, with_thousands(report.classes[i].count.groups).size());
    }
    out += "\n";
    for (const Weight weight : {Weight::critical, Weight::high, Weight::low})
      for (std::size_t i = 0; i < report.classes.size(); ++i) {
        const ClassSummary& summary = report.classes[i];
        const DiscrepancyClass& about = discrepancy_classes()[i];
        if (summary.count.groups == 0 || about.weight != weight) continue;
        out += fmt::format("  {} {}  {}", paint(on, style_of(weight), pad_right(name_of(weight), 8)),
                           pad_left(with_thousands(summary.count.groups), digits),
                           paint(on, Style::bold, pad_right(about.id, widest)));
        std::string facts;
        if (!summary.money.empty()) facts += money_in_words(summary.money);
        if (summary.oldest)
          facts += fmt::format("{}oldest {}", facts.empty() ? "" : ", ", format_time(*summary.oldest));
        out += facts.empty() ? "" : "  " + facts;
        out += "\n";
        out += fmt::format("    {}\n    {} {}\n", about.text, paint(on, Style::dim, "→"), about.remedy);
        for (const Finding& sample : summary.samples) add_sample(out, report, sample, options);
      }
  }

  out += "\n";
  out += identity(report, Side::keys, &Count::keys);
  out += identity(report, Side::records, &Count::records);
  if (report.plan.has(Side::provider)) out += identity(report, Side::provider, &Count::provider);
  if (!report.adds_up()) out += paint(on, Style::red, "  the counts do not add up: this is a bug of idem") + "\n";
  if (report.bad_rows > 0) {
    out += fmt::format("  {} could not be read and {} not counted above:\n", plural(report.bad_rows, "row"),
                       report.bad_rows == 1 ? "is" : "are");
    for (const std::string& example : report.bad_examples) out += "    " + printable(example) + "\n";
  }
  if (report.measured_ghosts) {
    std::int64_t executions = 0;
    std::int64_t invocations = 0;
    for (const GhostMeasure& measure : report.ghosts) {
      executions += measure.executions;
      invocations += measure.invocations;
    }
    out += fmt::format("\n  ghost measure: {} execution{} of {} invocation{}, {} repeated\n",
                       with_thousands(executions), executions == 1 ? "" : "s", with_thousands(invocations),
                       invocations == 1 ? "" : "s", with_thousands(executions - invocations));
    std::size_t shown = 0;
    for (const GhostMeasure& measure : report.ghosts) {
      if (measure.repeats() == 0) continue;
      if (++shown > 10) break;
      out += fmt::format(
          "    {}{}: {} of {} repeated\n", printable(measure.tool.empty() ? "(no tool named)" : measure.tool),
          measure.session.empty() ? "" : " in " + printable(measure.session), measure.repeats(), measure.executions);
    }
    std::int64_t most = 1;
    for (const auto& [label, count] : report.repeat_gaps) most = std::max(most, count);
    for (const auto& [label, count] : report.repeat_gaps)
      if (count > 0)
        out += fmt::format("    {} {} {}\n", pad_left(label, 8),
                           std::string(static_cast<std::size_t>(1 + count * 29 / most), '#'), with_thousands(count));
  }
  if (!report.not_judged.empty()) {
    std::map<std::string, std::string> by_need;
    for (const auto& [name, need] : report.not_judged) by_need[need] += (by_need[need].empty() ? "" : ", ") + name;
    out += "\n";
    std::string line = "  not judged:";
    bool first = true;
    for (const auto& [need, names] : by_need) {
      const std::string part = fmt::format(" {} (no {})", names, need);
      if (!first) line += ";";
      if (!first &&
          display_width(line) + display_width(part) > static_cast<std::size_t>(std::max(60, options.width) - 1)) {
        out += line + "\n";
        line = "   ";
      }
      line += part;
      first = false;
    }
    out += paint(on, Style::dim, line) + "\n";
  }
  for (const std::string& note : report.notes) out += "  note: " + printable(note) + "\n";
  return out;
}

}  // namespace idem::books
