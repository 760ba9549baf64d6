// One HTML file with everything in it: no network, works from file://, readable without JavaScript (which only sorts
// and filters). All text from the code that was read is escaped; a policy forbids loading anything.
#include "render/layout.hpp"
#include "render/render.hpp"

#include "base/resources.hpp"
#include "base/version.hpp"
#include "report/summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <set>
#include <utility>

namespace idem {

namespace {

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string place(std::string_view file, std::uint32_t line) {
  return "<code>" + escape(place_text(file, line)) + "</code>";
}

std::string chain(const Evidence& evidence) {
  if (evidence.empty()) return "";
  std::string out = "<ol class=\"chain\">";
  for (const Step& step : evidence)
    out += fmt::format("<li>{} <span class=\"mono\">{}</span></li>", place(step.file, step.line), escape(step.text));
  return out + "</ol>";
}

std::string css_class(Status status) { return status == Status::not_applicable ? "na" : std::string(word(status)); }

struct Slice {
  std::string name, css;
  std::size_t count = 0;
};

// A ring of arcs; each is a circle whose dashes leave only its part visible.
std::string donut(const std::string& label, const std::string& middle, const std::vector<Slice>& slices) {
  constexpr double kRadius = 40, kAround = 2 * std::numbers::pi * kRadius;
  std::size_t total = 0;
  for (const Slice& slice : slices) total += slice.count;
  std::string out = fmt::format(
      "<figure><svg width=\"120\" height=\"120\" viewBox=\"0 0 120 120\" role=\"img\" aria-label=\"{}\">"
      "<circle cx=\"60\" cy=\"60\" r=\"{:.0f}\" fill=\"none\" stroke=\"var(--line)\" stroke-width=\"16\"/>",
      escape(label), kRadius);
  double before = 0;
  for (const Slice& slice : slices) {
    if (slice.count == 0) continue;
    const double part = kAround * static_cast<double>(slice.count) / static_cast<double>(total);
    out += fmt::format(
        "<circle class=\"{}\" cx=\"60\" cy=\"60\" r=\"{:.0f}\" fill=\"none\" stroke=\"currentColor\" "
        "stroke-width=\"16\" "
        "stroke-dasharray=\"{:.2f} {:.2f}\" stroke-dashoffset=\"{:.2f}\" transform=\"rotate(-90 60 60)\"/>",
        slice.css, kRadius, part, kAround - part, -before);
    before += part;
  }
  out += fmt::format(
      "<text x=\"60\" y=\"66\" text-anchor=\"middle\" fill=\"currentColor\" font-size=\"18\">{}</text></svg><ul>",
      escape(middle));
  for (const Slice& slice : slices)
    out += fmt::format("<li><span class=\"key {}\"></span>{} {}</li>", slice.css, slice.count, escape(slice.name));
  return out + "</ul></figure>";
}

std::string verdict_donut(const char* tier, const Tally& tally) {
  if (tally.judged() == 0) return "";
  std::vector<Slice> slices;
  for (const Verdict verdict : {Verdict::covered, Verdict::partial, Verdict::uncovered, Verdict::unknown})
    slices.push_back({std::string(word(verdict)), std::string(word(verdict)), tally.of(verdict)});
  return fmt::format("<div><strong>{}</strong>{}</div>", tier,
                     donut(std::string("Coverage of tier ") + tier, percent_text(tally.percent()), slices));
}

std::string effect_bars(const Summary& summary) {
  if (summary.by_effect.empty()) return "";
  std::size_t most = 1;
  for (const auto& [kind, n] : summary.by_effect) most = std::max(most, n);
  std::string out = "<div><strong>Effects</strong><div class=\"bars\">";
  for (const auto& [kind, n] : summary.by_effect)
    out += fmt::format(
        "<span>{}</span><span><span class=\"bar\" style=\"display:block;width:{:.0f}%\"></span></span><span>{}</span>",
        escape(kind), 100.0 * static_cast<double>(n) / static_cast<double>(most), n);
  return out + "</div></div>";
}

class Page {
 public:
  explicit Page(const Report& report) : m_report(report), m_summary(summarise(report)) {}

  std::string run() {
    std::string rows;
    for (const Tier tier : {Tier::strong, Tier::standard, Tier::none})
      for (const Endpoint& endpoint : m_report.endpoints)
        if (endpoint.tier == tier) rows += row(endpoint);
    std::string head;
    std::vector<const char*> columns{"Method", "Path", "Tier", "Effects"};
    if (m_report.coverage) columns.insert(columns.end(), {"Verdict", "Decisions", "Findings"});
    columns.push_back("Place");
    for (const char* column : columns)
      head += fmt::format("<th scope=\"col\"><button type=\"button\">{}</button></th>", column);
    const std::string title = m_report.coverage ? "Idempotency coverage" : "Entry points with side effects";
    return fill({{"TITLE", title},
                 {"STYLE", std::string(resource("src/render/report.css"))},
                 {"LEAD", escape(lead())},
                 {"FIGURES", figures()},
                 {"FILTERS", filters()},
                 {"HEAD", head},
                 {"ROWS", rows},
                 {"FINDINGS", findings()},
                 {"VERSION", std::string(version())},
                 {"FILES", escape(files())},
                 {"SCRIPT", std::string(resource("src/render/report.js"))}});
  }

 private:
  // Replaces @NAME@ marks of the template; what is put in is not looked at again.
  static std::string fill(const std::vector<std::pair<std::string, std::string>>& parts) {
    std::string_view rest = resource("src/render/report.html");
    std::string out;
    while (!rest.empty()) {
      const std::size_t at = std::min(rest.find('@'), rest.size());
      out += rest.substr(0, at);
      rest.remove_prefix(at);
      if (rest.empty()) break;
      const std::size_t end = rest.find('@', 1);
      const std::string_view name = rest.substr(1, end == std::string_view::npos ? 0 : end - 1);
      const auto part = std::ranges::find_if(parts, [&](const auto& each) { return each.first == name; });
      if (part == parts.end()) {
        out += '@';
        rest.remove_prefix(1);
        continue;
      }
      out += part->second;
      rest.remove_prefix(end + 1);
    }
    return out;
  }

  std::string lead() const {
    return fmt::format("{}: {} strong, {} standard, {} without effect.", counted(m_summary.entry_points, "entry point"),
                       m_summary.of(Tier::strong), m_summary.of(Tier::standard), m_summary.of(Tier::none));
  }

  std::string files() const {
    std::string text = fmt::format("{} read", counted(m_report.stats.files, "file"));
    for (const Skipped& each : m_report.stats.skipped) text += fmt::format(", {} {} left out", each.count, each.reason);
    return text;
  }

  std::string figures() const {
    if (m_report.coverage)
      return verdict_donut("strong", m_summary.strong) + verdict_donut("standard", m_summary.standard) +
             effect_bars(m_summary);
    std::vector<Slice> slices;
    for (const Tier tier : {Tier::strong, Tier::standard, Tier::none})
      slices.push_back({tier == Tier::none ? "without effect" : std::string(word(tier)), std::string(word(tier)),
                        m_summary.of(tier)});
    return donut("Entry points by tier", std::to_string(m_summary.entry_points), slices) + effect_bars(m_summary);
  }

  static std::string select(const char* name, const char* label, const std::vector<std::string>& values) {
    std::string out = fmt::format("<label>{} <select name=\"{}\"><option value=\"\">all</option>", label, name);
    for (const std::string& value : values) out += fmt::format("<option>{}</option>", escape(value));
    return out + "</select></label>";
  }

  std::string filters() const {
    std::set<std::string> methods;
    for (const Endpoint& endpoint : m_report.endpoints)
      methods.insert(endpoint.method.empty() ? std::string(word(endpoint.kind)) : endpoint.method);
    std::vector<std::string> effects;
    for (const auto& [kind, n] : m_summary.by_effect) effects.push_back(kind);
    std::string out = select("method", "Method", {methods.begin(), methods.end()}) +
                      select("tier", "Tier", {"strong", "standard", "none"}) + select("effects", "Effect", effects);
    if (m_report.coverage)
      out += select("verdict", "Verdict", {"covered", "partial", "uncovered", "unknown", "exempt"});
    return out;
  }

  std::string row(const Endpoint& endpoint) const {
    const std::string method = endpoint.method.empty() ? std::string(word(endpoint.kind)) : endpoint.method;
    const std::string effects = fmt::format("{}", fmt::join(effect_words(endpoint), " "));
    std::string out = fmt::format("<tr data-method=\"{}\" data-tier=\"{}\" data-effects=\"{}\"", escape(method),
                                  word(endpoint.tier), effects);
    if (endpoint.coverage) out += fmt::format(" data-verdict=\"{}\"", word(endpoint.coverage->verdict));
    const std::string path = endpoint.path.empty()        ? endpoint.operation
                             : endpoint.operation.empty() ? endpoint.path
                                                          : endpoint.path + " " + endpoint.operation;
    out += fmt::format(
        "><td class=\"tight\">{}</td><td data-key=\"{}\"><details><summary><code>{}</code></summary>{}</details></td>",
        escape(method), escape(path), escape(path), details(endpoint));
    out += fmt::format("<td data-key=\"{}\"><span class=\"badge {}\">{}</span></td><td>{}</td>",
                       2 - static_cast<int>(endpoint.tier), word(endpoint.tier), word(endpoint.tier), escape(effects));
    if (m_report.coverage) out += judgement(endpoint);
    return out + "<td>" + place(endpoint.file, endpoint.line) + "</td></tr>\n";
  }

  std::string judgement(const Endpoint& endpoint) const {
    const Coverage coverage = endpoint.coverage.value_or(Coverage{});
    std::string marks;
    std::size_t held = 0;
    for (std::size_t i = 0; i < kDecisionCount; ++i) {
      const Status status = coverage.decisions[i].status;
      const char* const mark = status == Status::yes       ? "✓"
                               : status == Status::no      ? "✗"
                               : status == Status::unknown ? "?"
                                                           : "·";
      held += status == Status::yes;
      marks += fmt::format("<span class=\"{}\" title=\"{}: {}\">{}</span>", css_class(status),
                           word(static_cast<Decision>(i)), word(status), mark);
    }
    std::size_t open = 0;
    for (const Finding* finding : findings_of(m_report, endpoint.id)) open += !finding->suppressed;
    return fmt::format(
        "<td><span class=\"badge {0}\">{0}</span></td><td class=\"marks\" data-key=\"{1}\">{2}</td><td>{3}</td>",
        word(coverage.verdict), held, marks, open);
  }

  static std::string details(const Endpoint& endpoint) {
    std::string out = "<div class=\"detail\">";
    if (endpoint.dynamic || !endpoint.reason.empty()) out += fmt::format("<p>{}</p>", escape(endpoint.reason));
    if (endpoint.handler)
      out += fmt::format("<p>handler <code>{}</code> {}</p>", escape(endpoint.handler->name),
                         place(endpoint.handler->file, endpoint.handler->line));
    for (const Handler& each : endpoint.middleware)
      out += fmt::format("<p>through <code>{}</code> {}</p>", escape(each.name), place(each.file, each.line));
    for (const Effect& effect : endpoint.effects) {
      out += fmt::format("<p><span class=\"{}\">{}</span> <code>{}</code>", word(effect.tier), word(effect.kind),
                         escape(effect.target));
      if (!effect.ambient.empty())
        out += fmt::format(" <span class=\"dim\">not counted: {}</span>", escape(effect.ambient));
      if (!effect.protected_by.empty())
        out += fmt::format(" <span class=\"yes\">protected by {}</span>",
                           escape(fmt::format("{}", fmt::join(effect.protected_by, ", "))));
      out += "</p>" + chain(effect.evidence);
    }
    if (endpoint.coverage) {
      if (!endpoint.coverage->reason.empty()) out += fmt::format("<p>{}</p>", escape(endpoint.coverage->reason));
      for (std::size_t i = 0; i < kDecisionCount; ++i) {
        const DecisionState& state = endpoint.coverage->decisions[i];
        if (state.evidence.empty() && state.note.empty()) continue;
        out += fmt::format("<p><span class=\"{}\">{}: {}</span> {}</p>", css_class(state.status),
                           word(static_cast<Decision>(i)), word(state.status), escape(state.note)) +
               chain(state.evidence);
      }
      for (const Alternative& each : endpoint.coverage->alternatives)
        out += fmt::format("<p><span class=\"{}\">{}</span> {}</p>", each.sound ? "yes" : "partial", escape(each.kind),
                           escape(each.limits)) +
               chain(each.evidence);
    }
    return out + "</div>";
  }

  std::string findings() const {
    if (m_report.findings.empty()) return "";
    std::string out = "<section aria-label=\"Findings\"><h2>Findings</h2>\n";
    for (int severity = 3; severity >= 0; --severity)
      for (const Finding& finding : m_report.findings) {
        if (static_cast<int>(finding.severity) != severity) continue;
        out += fmt::format(
            "<div class=\"finding{}\"><p><span class=\"badge {}\">{}</span> <strong>{}</strong> {} <span "
            "class=\"dim\">{} confidence</span></p><p>{}</p>",
            finding.suppressed ? " suppressed" : "", word(finding.severity), word(finding.severity),
            escape(finding.rule), place(finding.file, finding.line), word(finding.confidence), escape(finding.message));
        if (!finding.remedy.empty()) out += fmt::format("<p>{}</p>", escape(finding.remedy));
        if (finding.suppressed)
          out += fmt::format("<p>accepted ({}): {}</p>", escape(finding.suppressed->kind),
                             escape(finding.suppressed->reason));
        if (!finding.evidence.empty())
          out += "<details><summary>evidence</summary>" + chain(finding.evidence) + "</details>";
        out += "</div>\n";
      }
    return out + "</section>";
  }

  const Report& m_report;
  const Summary m_summary;
};

}  // namespace

std::string render_html(const Report& report, const RenderOptions&) { return Page(report).run(); }

}  // namespace idem
