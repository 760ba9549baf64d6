#include "base/markup.hpp"
#include "ttl/render.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  return std::string(text);
}

void table(std::string& text, const std::vector<AnswerLine>& rows) {
  text += "| | | |\n|---|---|---|\n";
  for (const AnswerLine& row : rows)
    text += fmt::format("| {} | {} | {} |\n", escape_markdown(trimmed(row.name)), escape_markdown(row.value),
                        escape_markdown(row.why));
}

void layers(std::string& text, const TtlReport& report) {
  if (report.question.layers.empty()) return;
  text += "\n## Retry window\n\n| layer | window | how |\n|---|---|---|\n";
  for (std::size_t i = 0; i < report.question.layers.size(); ++i) {
    const LayerWindow& window = report.retry.layers[i];
    text += fmt::format("| {} | {} | {} |\n", escape_markdown(report.question.layers[i].name),
                        window.window ? to_human(*window.window) : "no end",
                        escape_markdown(sum_in_words(report.question.layers[i], window)));
  }
  if (report.question.layers.size() > 1) return;
  const std::vector<RetryStep> steps = steps_of(report.question.layers[0], report.retry.layers[0], 12);
  if (steps.size() < 2) return;
  text += "\n| try | starts | lasts up to | then waits |\n|---:|---:|---:|---:|\n";
  for (const RetryStep& step : steps)
    text += fmt::format("| {} | {} | {} | {} |\n", step.number, to_human(step.starts), to_human(step.lasts),
                        step.sleeps ? to_human(*step.sleeps) : "-");
}

void windows(std::string& text, const TtlReport& report) {
  if (report.question.windows.empty()) return;
  text += "\n## Windows\n\n| kind | what | ends after | note |\n|---|---|---|---|\n";
  for (std::size_t i = 0; i < report.windows.size(); ++i) {
    const ProtectionWindow& window = report.windows[i];
    const std::string ends = window.unpublished ? "not published"
                             : window.absent    ? "none"
                             : window.ends      ? to_human(*window.ends)
                                                : "never";
    const std::string first = report.first_to_end == i ? "**first to end.** " : "";
    text += fmt::format("| {} | {} | {} | {}{} |\n", to_word(window.kind), escape_markdown(window.name), ends, first,
                        escape_markdown(window.note));
  }
}

void findings(std::string& text, const TtlReport& report) {
  if (report.findings.empty()) return;
  text += "\n## Findings\n\n";
  for (const TtlFinding& finding : report.findings) {
    text += fmt::format("- **{}** `{}`: {}\n", to_word(finding.level), finding.rule, escape_markdown(finding.message));
    if (!finding.remedy.empty()) text += fmt::format("  - {}\n", escape_markdown(finding.remedy));
  }
}

}  // namespace

std::string render_ttl_markdown(const TtlReport& report) {
  std::string text = "# How long to remember a key\n\n";
  table(text, answer_lines(report));
  layers(text, report);
  windows(text, report);
  if (report.storage) {
    text += "\n## Storage\n\n";
    table(text, storage_lines(*report.storage, *report.question.storage));
  }
  findings(text, report);
  return text;
}

}  // namespace idem
