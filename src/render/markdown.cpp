// GitHub-flavoured Markdown for pull-request comments and step summaries. Text from the code is escaped, and the whole
// is kept under the size that GitHub takes for a comment.
#include "render/layout.hpp"
#include "render/render.hpp"
#include "report/summary.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <set>

namespace idem {

namespace {

constexpr std::size_t kMaxBytes = 60000;  // a comment may have 65,536 characters

std::string escape(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') {
      out += ' ';
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      if (std::string_view("\\`*_{}[]<>#|!~@").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

// Inline code: a fence longer than any run of backticks inside.
std::string code(std::string_view text) {
  std::string clean;
  std::size_t run = 0, longest = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (c == '|') clean += '\\';  // a table cell ends at a bar, even inside code
    clean += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  const std::string fence(longest + 1, '`');
  const char* const pad = longest > 0 ? " " : "";
  return fence + pad + clean + pad + fence;
}

std::string row_of(const Endpoint& endpoint, bool coverage) {
  const std::string effects = fmt::format("{}", fmt::join(effect_words(endpoint), ", "));
  std::string row = fmt::format("| {} | {} | {} | ", code(title(endpoint)), word(endpoint.tier), escape(effects));
  if (coverage && endpoint.coverage) {
    std::string held, missing;
    for (std::size_t i = 0; i < kDecisionCount; ++i) {
      const Status status = endpoint.coverage->decisions[i].status;
      std::string& list = status == Status::yes ? held : missing;
      if (status == Status::yes || status == Status::no)
        list += (list.empty() ? "" : ", ") + std::string(word(static_cast<Decision>(i)));
    }
    std::set<std::string> told;
    for (const Alternative& each : endpoint.coverage->alternatives)
      if (each.sound && told.insert(each.kind).second) held += (held.empty() ? "" : ", ") + each.kind;
    const bool over = endpoint.coverage->verdict == Verdict::covered || endpoint.coverage->verdict == Verdict::exempt;
    row += fmt::format("{} | {} | {} | ", word(endpoint.coverage->verdict), escape(held), over ? "" : escape(missing));
  }
  return row + code(place_text(endpoint.file, endpoint.line)) + " |\n";
}

std::string finding_text(const Finding& finding) {
  std::string out = fmt::format("- **{}** {} at {}: {}", word(finding.severity), code(finding.rule),
                                code(place_text(finding.file, finding.line)), escape(finding.message));
  if (!finding.remedy.empty()) out += "  \n  " + escape(finding.remedy);
  return out + "\n";
}

}  // namespace

std::string render_markdown(const Report& report, const RenderOptions&) {
  const Summary summary = summarise(report);
  std::string out = report.coverage ? "## Idempotency coverage\n\n" : "## Entry points with side effects\n\n";
  out += fmt::format("{}: {} strong, {} standard, {} without effect.\n\n", counted(summary.entry_points, "entry point"),
                     summary.of(Tier::strong), summary.of(Tier::standard), summary.of(Tier::none));
  if (report.coverage) {
    out += "| tier | covered | partial | uncovered | unknown | coverage |\n|---|--:|--:|--:|--:|--:|\n";
    for (const auto& [name, tally] : {std::pair{"strong", &summary.strong}, {"standard", &summary.standard}})
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", name, tally->of(Verdict::covered),
                         tally->of(Verdict::partial), tally->of(Verdict::uncovered), tally->of(Verdict::unknown),
                         percent_text(tally->percent()));
    out += '\n';
  }
  std::size_t hidden = 0, shown = 0;
  for (int severity = 3; severity >= 0; --severity)
    for (const Finding& finding : report.findings) {
      if (finding.suppressed || static_cast<int>(finding.severity) != severity) continue;
      const std::string text = finding_text(finding);
      if (out.size() + text.size() > kMaxBytes / 2) {
        ++hidden;
        continue;
      }
      if (shown++ == 0) out += "### Findings\n\n";
      out += text;
    }
  if (hidden > 0) out += fmt::format("\n{} more: the other formats list them all.\n", counted(hidden, "finding"));
  if (shown > 0) out += '\n';
  if (report.endpoints.empty()) return out;
  out += report.coverage
             ? "| entry point | tier | effects | verdict | held | missing | place |\n|---|---|---|---|---|---|---|\n"
             : "| entry point | tier | effects | place |\n|---|---|---|---|\n";
  std::size_t rows = 0;
  for (const Tier tier : {Tier::strong, Tier::standard, Tier::none})
    for (const Endpoint& endpoint : report.endpoints) {
      if (endpoint.tier != tier) continue;
      const std::string row = row_of(endpoint, report.coverage);
      if (out.size() + row.size() > kMaxBytes) continue;
      out += row;
      ++rows;
    }
  if (rows < report.endpoints.size())
    out += fmt::format("\n{} more: the other formats list them all.\n",
                       counted(report.endpoints.size() - rows, "entry point"));
  return out;
}

}  // namespace idem
