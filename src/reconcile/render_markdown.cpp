#include "reconcile/render.hpp"

#include <fmt/format.h>

namespace idem::books {

// Text from elsewhere as it is: no markup, no table cells, no HTML.
static std::string plain(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '<') {
      out += "&lt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (std::string_view("\\`*_[]|#>~").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string render_reconcile_markdown(const Report& report, const RenderOptions& options) {
  const auto classes = discrepancy_classes();
  const Settings& settings = report.plan.settings;
  std::string out = fmt::format("# Keys and records: {} discrepanc{}\n\n", with_thousands(report.findings()),
                                report.findings() == 1 ? "y" : "ies");
  out += fmt::format("As of {}, settle time {} s, linked by {}.\n\n", format_time(settings.as_of),
                     settings.settle_span() / kMicrosPerSecond, name_of(report.plan.link));
  if (report.findings() > 0) out += "| severity | class | found | money | oldest |\n|---|---|---:|---|---|\n";
  const auto each = [&](const auto& take) {
    for (const Weight weight : {Weight::critical, Weight::high, Weight::low})
      for (std::size_t i = 0; i < report.classes.size(); ++i)
        if (classes[i].weight == weight && report.classes[i].count.groups > 0) take(classes[i], report.classes[i]);
  };
  each([&](const DiscrepancyClass& about, const ClassSummary& found) {
    std::string money;
    for (const auto& [currency, sum] : found.money)
      money += (money.empty() ? "" : ", ") + plain(format_money(sum, currency));
    out += fmt::format("| {} | {} | {} | {} | {} |\n", name_of(about.weight), about.id,
                       with_thousands(found.count.groups), money, found.oldest ? format_time(*found.oldest) : "");
  });
  each([&](const DiscrepancyClass& about, const ClassSummary& found) {
    out += fmt::format(
        "\n## {}\n\n{}. To do: {}.\n\n| key | state | records | amount | begun | more |\n|---|---|---|---:|---|---|\n",
        about.id, about.text, about.remedy);
    for (const Finding& sample : found.samples) {
      std::string key = sample.tenant.empty() ? "" : sample.tenant + "/";
      key += sample.key.empty() ? (sample.records == 0 ? sample.provider_ref : "no key")
                                : shown_key(sample.key, options.show_keys);
      std::string more = sample.other;
      for (const std::size_t tag : sample.tags)
        more += fmt::format("{}{}", more.empty() ? "also " : ", also ", classes[tag].id);
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", plain(key), sample.state, plain(records_in_words(sample)),
                         sample.amount.empty() ? "" : plain(format_money(sample.amount, sample.currency)),
                         sample.created ? format_time(*sample.created) : "", plain(more));
    }
    if (found.count.groups > static_cast<std::int64_t>(found.samples.size()))
      out += fmt::format("\n{} more.\n",
                         with_thousands(found.count.groups - static_cast<std::int64_t>(found.samples.size())));
  });
  out += "\n## All rows\n\n| | keys | records |\n|---|---:|---:|\n";
  for (std::size_t i = 0; i < kNeutrals; ++i)
    if (report.neutrals[i].groups > 0)
      out += fmt::format("| {} | {} | {} |\n", text_of(static_cast<Neutral>(i)),
                         with_thousands(report.neutrals[i].keys), with_thousands(report.neutrals[i].records));
  each([&](const DiscrepancyClass& about, const ClassSummary& found) {
    out += fmt::format("| {} | {} | {} |\n", about.id, with_thousands(found.count.keys),
                       with_thousands(found.count.records));
  });
  const Count total = report.total();
  out += fmt::format("| **sum** | **{}** | **{}** |\n| **rows read** | **{}** | **{}** |\n", with_thousands(total.keys),
                     with_thousands(total.records), with_thousands(report.rows[0]), with_thousands(report.rows[1]));
  if (report.bad_rows > 0)
    out += fmt::format("\n{} rows could not be read and are not counted.\n", with_thousands(report.bad_rows));
  if (!report.not_judged.empty()) {
    out += "\nNot judged:";
    bool first = true;
    for (const auto& [name, need] : report.not_judged) {
      out += fmt::format("{} {} (no {})", first ? "" : ",", name, need);
      first = false;
    }
    out += ".\n";
  }
  for (const std::string& note : report.notes) out += "\n" + plain(note) + "\n";
  return out;
}

}  // namespace idem::books
