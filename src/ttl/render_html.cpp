#include "base/markup.hpp"
#include "base/resources.hpp"
#include "base/version.hpp"
#include "ttl/render.hpp"

#include <fmt/core.h>

namespace idem {

namespace {

void table(std::string& html, const std::vector<AnswerLine>& rows) {
  html += "<div class=\"scroll\"><table>\n";
  for (const AnswerLine& row : rows)
    html += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"value\">{}</td><td class=\"why\">{}</td></tr>\n",
                        escape_html(row.name), escape_html(row.value), escape_html(row.why));
  html += "</table></div>\n";
}

void steps(std::string& html, const TtlReport& report) {
  if (report.question.layers.size() != 1) return;
  const std::vector<RetryStep> rows = steps_of(report.question.layers[0], report.retry.layers[0], 30);
  if (rows.size() < 2) return;
  html +=
      "<div class=\"scroll\"><table>\n<tr><th class=\"number\">try</th><th class=\"number\">starts</th><th "
      "class=\"number\">lasts up to</th>"
      "<th class=\"number\">then waits</th></tr>\n";
  for (const RetryStep& row : rows)
    html += fmt::format(
        "<tr><td class=\"number\">{}</td><td class=\"number\">{}</td><td class=\"number\">{}</td><td "
        "class=\"number\">{}</td></tr>\n",
        row.number, to_human(row.starts), to_human(row.lasts), row.sleeps ? to_human(*row.sleeps) : "–");
  html += "</table></div>\n";
}

void layers(std::string& html, const TtlReport& report) {
  if (report.question.layers.empty()) return;
  html += "<h2>Who tries again</h2>\n";
  std::vector<AnswerLine> rows;
  for (std::size_t i = 0; i < report.question.layers.size(); ++i) {
    const LayerWindow& window = report.retry.layers[i];
    rows.push_back({report.question.layers[i].name, window.window ? to_human(*window.window) : "no end",
                    sum_in_words(report.question.layers[i], window)});
  }
  table(html, rows);
  steps(html, report);
}

void sources(std::string& html, const TtlReport& report) {
  std::string rows;
  for (const ProtectionWindow& window : report.windows)
    if (!window.source.empty())
      rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"why\">{}</td><td class=\"why\">{} ({})</td></tr>\n",
                          escape_html(window.name), escape_html(window.note), escape_html(window.source),
                          escape_html(window.as_of));
  if (!rows.empty())
    html += "<h2>Where the windows come from</h2>\n<div class=\"scroll\"><table>\n" + rows + "</table></div>\n";
}

void findings(std::string& html, const TtlReport& report) {
  if (report.findings.empty()) return;
  html += "<h2>Findings</h2>\n<ul class=\"findings\">\n";
  for (const TtlFinding& finding : report.findings) {
    html += fmt::format("<li class=\"{0}\"><strong>{0}</strong> <code>{1}</code>: {2}", to_word(finding.level),
                        escape_html(finding.rule), escape_html(finding.message));
    if (!finding.remedy.empty()) html += fmt::format("<span class=\"remedy\">{}</span>", escape_html(finding.remedy));
    html += "</li>\n";
  }
  html += "</ul>\n";
}

}  // namespace

std::string render_ttl_html(const TtlReport& report) {
  const std::string title = report.budget.ttl ? fmt::format("Remember the key for {}", to_human(*report.budget.ttl))
                                              : "No finite TTL protects this";
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"lead\">{2}</p>\n",
      escape_html(title), resource("src/render/ttl.css"),
      escape_html(report.budget.need
                      ? fmt::format("Needed: {} ({}).", to_human(*report.budget.need), need_in_words(report))
                      : report.retry.unbounded_reason));
  table(html, answer_lines(report));
  html += "<h2>Timeline</h2>\n" + render_ttl_svg(report);
  layers(html, report);
  if (report.storage) {
    html += "<h2>Storage</h2>\n";
    table(html, storage_lines(*report.storage, *report.question.storage));
  }
  findings(html, report);
  sources(html, report);
  html += fmt::format("<footer>idem {}</footer>\n</body>\n</html>\n", version());
  return html;
}

}  // namespace idem
