// The report for people: entry points by tier, one line each where the width allows; under coverage the matrix of
// decisions and the findings. Nothing is cut off: what does not fit goes to a line of its own.
#include "base/terminal.hpp"
#include "providers/providers.hpp"
#include "render/layout.hpp"
#include "render/render.hpp"
#include "report/summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace idem {

namespace {

struct Table {
  std::size_t method = 6, path = 8, effects = 7, width = 80;
  bool long_matrix = false;  // decisions as words, not letters
};

std::string label(const Endpoint& endpoint) {
  const std::string head = endpoint.method.empty() ? std::string(word(endpoint.kind)) : endpoint.method;
  return printable(head);
}

std::string path_text(const Endpoint& endpoint) {
  if (endpoint.path.empty()) return printable(endpoint.operation);
  return printable(endpoint.operation.empty() ? endpoint.path : endpoint.path + " " + endpoint.operation);
}

Style style_of(Tier tier) {
  return tier == Tier::strong ? Style::red : tier == Tier::standard ? Style::yellow : Style::dim;
}
Style style_of(Severity severity) {
  return severity >= Severity::high ? Style::red : severity == Severity::medium ? Style::yellow : Style::cyan;
}
Style style_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::covered:
      return Style::green;
    case Verdict::uncovered:
      return Style::red;
    case Verdict::exempt:
      return Style::dim;
    default:
      return Style::yellow;
  }
}

const char* mark_of(Status status) {
  switch (status) {
    case Status::yes:
      return "✓";
    case Status::no:
      return "✗";
    case Status::unknown:
      return "?";
    default:
      return "·";
  }
}
Style style_of(Status status) {
  return status == Status::yes ? Style::green : status == Status::no ? Style::red : Style::dim;
}

constexpr std::array<const char*, kDecisionCount> kLetters{"A", "S", "F", "C", "R", "E", "D"};
constexpr std::size_t kVerdictWidth = 9;

std::size_t matrix_width(const Table& table) {
  std::size_t width = kVerdictWidth;
  for (std::size_t i = 0; i < kDecisionCount; ++i)
    width += 1 + (table.long_matrix ? word(static_cast<Decision>(i)).size() : 1);
  return width;
}

Table measure(const Report& report, const RenderOptions& options) {
  Table table;
  table.width = static_cast<std::size_t>(std::max(40, options.width));
  std::size_t longest = 0;
  for (const Endpoint& endpoint : report.endpoints) {
    table.method = std::max(table.method, display_width(label(endpoint)));
    longest = std::max(longest, display_width(path_text(endpoint)));
    table.effects = std::max(table.effects, fmt::format("{}", fmt::join(effect_words(endpoint), " ")).size());
  }
  table.effects = std::min<std::size_t>(table.effects, 34);
  table.long_matrix = report.coverage && table.width >= 116;
  const std::size_t room = table.width - std::min(table.width, table.method + 4);
  const std::size_t most = report.coverage ? room - std::min(room, matrix_width(table) + 1) : room / 2;
  table.path = std::clamp<std::size_t>(longest, 8, std::max<std::size_t>(most, 16));
  return table;
}

// Cells beside each other; one that would not fit into its column's rest starts a new line under the second column.
class Row {
 public:
  Row(std::string& out, const Table& table) : m_out(out), m_table(table) {}
  void add(const std::string& text, std::size_t columns, Style style, bool color) {
    const std::size_t width = display_width(text);
    if (m_used > m_indent() && (m_over || m_used + width > m_table.width)) {
      while (m_out.ends_with(' ')) m_out.pop_back();
      m_out += "\n" + std::string(m_indent(), ' ');
      m_used = m_indent();
    }
    m_over = width > columns;
    m_out += paint(color, style, text);
    m_used += width;
    m_pending = m_over ? 0 : columns - width;
  }
  void gap() {
    if (m_over) return;
    m_out += std::string(m_pending + 1, ' ');
    m_used += m_pending + 1;
  }
  void end() {
    while (m_out.ends_with(' ')) m_out.pop_back();
    m_out += '\n';
  }

 private:
  std::size_t m_indent() const { return m_table.method + 3; }
  std::string& m_out;
  const Table& m_table;
  std::size_t m_used = 0, m_pending = 0;
  bool m_over = false;
};

class TextReport {
 public:
  TextReport(const Report& report, const RenderOptions& options)
      : m_report(report), m_options(options), m_table(measure(report, options)) {}

  std::string run() {
    for (const Tier tier : {Tier::strong, Tier::standard, Tier::none}) group(tier);
    if (m_report.endpoints.empty()) m_out += "No entry points.\n";
    if (m_report.coverage && !m_report.endpoints.empty() && !m_table.long_matrix)
      m_out += paint(m_options.color, Style::dim,
                     "\n  A accept  S scope  F fingerprint  C claim  R replay  E expiry  D downstream\n");
    findings();
    closing();
    return std::move(m_out);
  }

 private:
  std::string color(Style style, std::string_view text) const { return paint(m_options.color, style, text); }

  void group(Tier tier) {
    std::vector<const Endpoint*> members;
    for (const Endpoint& endpoint : m_report.endpoints)
      if (endpoint.tier == tier) members.push_back(&endpoint);
    if (members.empty()) return;
    if (!m_out.empty()) m_out += '\n';
    const char* const title = tier == Tier::none ? "no effect" : tier == Tier::strong ? "strong" : "standard";
    m_out += color(Style::bold, fmt::format("{} ({})", title, members.size()));
    if (m_report.coverage) matrix_head(fmt::format("{} ({})", title, members.size()).size());
    m_out += '\n';
    for (const Endpoint* endpoint : members) {
      line(*endpoint);
      if (m_options.verbose) details(*endpoint);
    }
  }

  void matrix_head(std::size_t used) {
    const std::size_t start = m_table.method + m_table.path + 4 + kVerdictWidth;
    if (used + 1 > start) return;
    m_out += std::string(start - used, ' ');
    for (std::size_t i = 0; i < kDecisionCount; ++i) {
      m_out += ' ';
      m_out += color(Style::dim, m_table.long_matrix ? word(static_cast<Decision>(i)) : kLetters[i]);
    }
  }

  void line(const Endpoint& endpoint) {
    Row row(m_out, m_table);
    m_out += "  ";
    row.add(label(endpoint), m_table.method, style_of(endpoint.tier), m_options.color);
    row.gap();
    row.add(path_text(endpoint), m_table.path, Style::plain, m_options.color);
    row.gap();
    if (m_report.coverage && endpoint.coverage) {
      const Coverage& coverage = *endpoint.coverage;
      std::string cells = color(style_of(coverage.verdict), pad_right(word(coverage.verdict), kVerdictWidth));
      for (std::size_t i = 0; i < kDecisionCount; ++i) {
        const std::size_t columns = m_table.long_matrix ? word(static_cast<Decision>(i)).size() : 1;
        const bool moot = coverage.verdict == Verdict::exempt;
        const Status status = moot ? Status::not_applicable : coverage.decisions[i].status;
        cells += ' ' + color(style_of(status), pad_right(mark_of(status), columns));
      }
      row.add(cells, display_width(cells), Style::plain, false);
      row.end();
      return below(endpoint);
    }
    const std::string effects = fmt::format("{}", fmt::join(effect_words(endpoint), " "));
    row.add(effects, m_table.effects, style_of(endpoint.tier), m_options.color);
    row.gap();
    row.add(place_text(endpoint.file, endpoint.line), 0, Style::dim, m_options.color);
    row.end();
  }

  // The second line of a row of the matrix: what happens there, where, and what else protects it.
  void below(const Endpoint& endpoint) {
    std::string text = fmt::format("{}", fmt::join(effect_words(endpoint), " "));
    if (!text.empty()) text += " · ";
    text += place_text(endpoint.file, endpoint.line);
    std::set<std::string> told;
    for (const Alternative& each : endpoint.coverage->alternatives) {
      const std::string kind = fmt::format("{}{}", printable(each.kind), each.sound ? "" : " (unsound)");
      if (told.insert(kind).second) text += " · " + kind;
    }
    if (!endpoint.coverage->reason.empty()) text += fmt::format("  ({})", printable(endpoint.coverage->reason));
    indented(text, m_table.method + 3, Style::dim);
  }

  void indented(const std::string& text, std::size_t indent, Style style) {
    const std::size_t width = m_table.width > indent + 20 ? m_table.width - indent : 20;
    for (const std::string& part : wrap(text, width)) m_out += std::string(indent, ' ') + color(style, part) + "\n";
  }

  void details(const Endpoint& endpoint) {
    const std::size_t indent = m_table.method + 3;
    if (endpoint.dynamic || !endpoint.reason.empty())
      indented(fmt::format("{}{}", endpoint.dynamic ? "path known in part: " : "", printable(endpoint.reason)), indent,
               Style::yellow);
    if (endpoint.handler && !endpoint.handler->file.empty())
      indented(fmt::format("handler {} {}",
                           printable(endpoint.handler->name.empty() ? "(anonymous)" : endpoint.handler->name),
                           place_text(endpoint.handler->file, endpoint.handler->line)),
               indent, Style::dim);
    for (const Handler& each : endpoint.middleware)
      indented(fmt::format("through {} {}", printable(each.name), place_text(each.file, each.line)), indent,
               Style::dim);
    for (const Effect& effect : endpoint.effects) {
      std::string head = std::string(word(effect.kind));
      if (!effect.target.empty()) head += " " + printable(effect.target);
      if (effect.confidence != Confidence::high) head += fmt::format(" ({} confidence)", word(effect.confidence));
      if (!effect.ambient.empty()) head += fmt::format(" (not counted: {})", printable(effect.ambient));
      if (!effect.protected_by.empty()) head += fmt::format(" protected by {}", fmt::join(effect.protected_by, ", "));
      indented(head, indent, style_of(effect.ambient.empty() ? effect.tier : Tier::none));
      chain(effect.evidence, indent + 2);
      if (const Provider* provider = find_provider(effect.provider); endpoint.coverage && provider != nullptr)
        indented(provider_summary(*provider, endpoint.language), indent + 2, Style::dim);
    }
    if (endpoint.coverage)
      for (std::size_t i = 0; i < kDecisionCount; ++i)
        decision(endpoint.coverage->decisions[i], static_cast<Decision>(i), indent);
  }

  void decision(const DecisionState& state, Decision which, std::size_t indent) {
    if (state.status == Status::not_applicable || (state.evidence.empty() && state.note.empty())) return;
    indented(fmt::format("{} {}{}", mark_of(state.status), word(which),
                         state.note.empty() ? "" : ": " + printable(state.note)),
             indent, style_of(state.status));
    chain(state.evidence, indent + 2);
  }

  void chain(const Evidence& evidence, std::size_t indent) {
    std::size_t widest = 0;
    for (const Step& step : evidence) widest = std::max(widest, display_width(place_text(step.file, step.line)));
    for (const Step& step : evidence) {
      const std::string place = place_text(step.file, step.line), text = printable(step.text);
      m_out += std::string(indent, ' ') + color(Style::dim, pad_right(place, widest));
      const bool fits = indent + widest + 2 + display_width(text) <= m_table.width;
      if (fits) m_out += "  " + text + "\n";
      if (!fits) m_out += "\n" + std::string(indent + 2, ' ') + text + "\n";
    }
  }

  void findings() {
    bool first = true;
    for (auto severity = static_cast<int>(Severity::critical); severity >= 0; --severity)
      for (const Finding& finding : m_report.findings) {
        if (finding.suppressed || static_cast<int>(finding.severity) != severity) continue;
        if (first) m_out += "\n" + color(Style::bold, "findings") + "\n";
        first = false;
        one(finding);
      }
  }

  void one(const Finding& finding) {
    constexpr std::size_t kIndent = 11;
    const std::string head = fmt::format("{}  {}", printable(finding.rule), place_text(finding.file, finding.line));
    m_out += "  " + color(style_of(finding.severity), pad_right(word(finding.severity), kIndent - 2)) +
             color(Style::bold, head);
    if (finding.confidence != Confidence::high)
      m_out += color(Style::dim, fmt::format("  {} confidence", word(finding.confidence)));
    m_out += '\n';
    indented(printable(finding.message), kIndent, Style::plain);
    // The same advice once: a list of findings is read for what differs.
    const bool fresh = m_advised.insert(finding.remedy).second;
    if (!finding.remedy.empty() && (fresh || m_options.verbose))
      indented("→ " + printable(remedy_text(finding)), kIndent, Style::cyan);
    if (m_options.verbose) chain(finding.evidence, kIndent);
  }

  // Its first sentence; all of it when verbose, and in `idem explain`.
  std::string remedy_text(const Finding& finding) const {
    const std::size_t stop = finding.remedy.find(". ");
    return m_options.verbose || stop == std::string::npos ? finding.remedy : finding.remedy.substr(0, stop + 1);
  }

  void closing() {
    const Summary summary = summarise(m_report);
    m_out += '\n';
    std::string text =
        fmt::format("{}: {} strong, {} standard, {} without effect", counted(summary.entry_points, "entry point"),
                    summary.of(Tier::strong), summary.of(Tier::standard), summary.of(Tier::none));
    indented(text, 0, Style::bold);
    if (m_report.coverage) coverage_lines(summary);
    std::string files = fmt::format("{} read", counted(m_report.stats.files, "file"));
    if (!m_report.stats.skipped.empty()) {
      files += ", left out:";
      for (const Skipped& each : m_report.stats.skipped)
        files += fmt::format("{} {} {}", &each == m_report.stats.skipped.data() ? "" : ",", each.count, each.reason);
    }
    indented(files, 0, Style::dim);
    if (m_options.timing)
      for (const Timing& each : m_report.stats.timings)
        m_out += fmt::format("{:>8.3f} s  {}\n", each.seconds, each.stage);
  }

  void coverage_lines(const Summary& summary) {
    for (const auto& [name, tally] : {std::pair{"strong", &summary.strong}, {"standard", &summary.standard}}) {
      if (tally->judged() == 0) continue;
      indented(fmt::format("{} covered {}: {} covered, {} partial, {} uncovered, {} unknown", name,
                           percent_text(tally->percent()), tally->of(Verdict::covered), tally->of(Verdict::partial),
                           tally->of(Verdict::uncovered), tally->of(Verdict::unknown)),
               0, Style::plain);
    }
    std::string text;
    for (int i = 3; i >= 0; --i)
      if (const std::size_t n = summary.findings[static_cast<std::size_t>(i)])
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, word(static_cast<Severity>(i)));
    if (text.empty()) text = "none";
    if (summary.suppressed > 0) text += fmt::format("; {} suppressed", summary.suppressed);
    indented("findings: " + text, 0, Style::plain);
  }

  const Report& m_report;
  const RenderOptions& m_options;
  const Table m_table;
  std::set<std::string> m_advised;  // remedies that were told
  std::string m_out;
};

}  // namespace

std::string render_text(const Report& report, const RenderOptions& options) {
  return TextReport(report, options).run();
}

}  // namespace idem
