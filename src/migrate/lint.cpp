// Migrations as a sequence of locks. Each statement is parsed by PostgreSQL's own grammar and asked three questions:
// does it touch a table that was there before this file, how does it lock it, and has the file said how long it may
// wait? The lock levels are those of PostgreSQL's manual, chapter "Explicit Locking".
#include "migrate/lint.hpp"

#include "base/terminal.hpp"
#include "migrate/lint_rules.hpp"
#include "rules/rules.hpp"
#include "schema/do_block.hpp"
#include "schema/sql_split.hpp"
#include "schema/way_back.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace idem {

using nlohmann::json;

static std::string first_word(std::string_view text) {
  const std::size_t end =
      std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), text.size());
  std::string word{text.substr(0, end)};
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return word;
}

static bool is_setting(std::string_view text) {
  const std::string word = first_word(text);
  return word == "set" || word == "reset";
}

// Statements that no rule asks about need not be parsed.
static bool is_data(std::string_view text) {
  static constexpr std::array<std::string_view, 12> kData{"insert",  "update", "delete", "copy",    "merge", "comment",
                                                          "analyze", "grant",  "revoke", "explain", "do",    "notify"};
  const std::string word = first_word(text);
  return std::find(kData.begin(), kData.end(), word) != kData.end();
}

static void tell_findings(const std::string& file, const ScriptStatement& statement, const std::vector<LintHit>& hits,
                          Report& report) {
  for (const LintHit& hit : hits) {
    Finding finding;
    finding.rule = hit.rule;
    const Rule* rule = find_rule(hit.rule);
    finding.severity = rule != nullptr ? rule_severity(*rule, Tier::strong) : Severity::medium;
    finding.confidence = hit.unsure ? Confidence::low : Confidence::high;
    finding.message = hit.message;
    finding.remedy = hit.remedy;
    finding.file = file;
    finding.line = static_cast<std::uint32_t>(statement.line);
    finding.end_line =
        finding.line + static_cast<std::uint32_t>(std::count(statement.text.begin(), statement.text.end(), '\n'));
    finding.shape = fmt::format("{} {}", hit.rule, hit.object);
    report.findings.push_back(std::move(finding));
  }
}

// Comments that hold "idem-ignore"; the gate reads them.
static void collect_comments(const LintFile& file, Report& report) {
  for (std::size_t at = file.text.find("idem-ignore"); at != std::string::npos;
       at = file.text.find("idem-ignore", at + 1)) {
    const std::size_t begin = at == 0 ? 0 : file.text.rfind('\n', at) + 1;
    if (file.text.substr(begin, at - begin).find("--") == std::string::npos) continue;
    const std::size_t end = std::min(file.text.find('\n', at), file.text.size());
    const auto number = static_cast<std::uint32_t>(line_of(file.text, at));
    report.comments.push_back({file.path, number, number, file.text.substr(at, end - at)});
  }
}

// Whether something sends each statement of the file by itself: psql, or a tool told to run it outside a transaction.
static bool is_sent_by_statements(const std::string& text) {
  for (const char* mark : {"-- +goose NO TRANSACTION", "runInTransaction:false"})
    if (text.find(mark) != std::string::npos) return true;
  for (const char* meta : {"\\gexec", "\\gset", "\\set ", "\\if ", "\\connect ", "\\i ", "\\ir "})
    if (text.find(meta) != std::string::npos) return true;
  return false;
}

static void lint_file(const LintFile& file, LintMemory& memory, Report& report) {
  LintContext context;
  context.memory = &memory;
  context.one_query = !is_sent_by_statements(file.text);
  const std::size_t way_back = is_way_back(file.path) ? 0 : way_back_at(file.text);
  const std::vector<ScriptStatement> statements = split_sql(file.text);
  for (const bool down : {false, true}) {
    const auto here = [&](const ScriptStatement& each) { return (each.offset >= way_back) == down; };
    context.statements = static_cast<std::size_t>(std::count_if(
        statements.begin(), statements.end(), [&](const auto& each) { return here(each) && !is_setting(each.text); }));
    context.down = down;
    context.lock_timeout = context.local_timeout = context.told_timeout = context.in_transaction = false;
    for (const ScriptStatement& statement : statements) {
      if (!here(statement)) continue;
      if (statement.text.find("indisvalid") != std::string_view::npos) context.checks_validity = true;
      for (const ScriptStatement& inner : statements_in_do(statement))
        if (const Result<json> tree = parse_postgres(inner.text))
          tell_findings(file.path, inner, lint_statement(*tree, context), report);
      if (is_data(statement.text)) continue;
      const auto line = static_cast<std::uint32_t>(statement.line);
      const Result<json> tree = parse_postgres(statement.text);
      if (!tree)
        report.diagnostics.push_back({"syntax", file.path, line, tree.error().message, true});
      else
        tell_findings(file.path, statement, lint_statement(*tree, context), report);
    }
  }
}

Report lint_migrations(const std::vector<LintFile>& files) {
  Report report;
  LintMemory memory;
  for (const LintFile& file : files) {
    collect_comments(file, report);
    ++report.stats.files;
    report.stats.bytes += file.text.size();
    if (const std::string why = why_no_script(file.text); !why.empty())
      report.diagnostics.push_back({"syntax", file.path, 1, why, true});
    else if (!is_way_back(file.path))
      lint_file(file, memory, report);
  }
  for (auto file = files.rbegin(); file != files.rend(); ++file)
    if (is_way_back(file->path) && why_no_script(file->text).empty()) lint_file(*file, memory, report);
  return report;
}

std::string render_lint_text(const Report& report, const RenderOptions& options) {
  const auto style = [](Severity severity) {
    return severity >= Severity::high ? Style::red : severity == Severity::medium ? Style::yellow : Style::plain;
  };
  std::string out;
  std::array<std::size_t, 4> counts{};
  std::size_t suppressed = 0;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) {
      ++suppressed;
      continue;
    }
    ++counts.at(static_cast<std::size_t>(finding.severity));
    out += paint(options.color, Style::bold, fmt::format("{}:{}", printable(finding.file), finding.line)) + ": " +
           paint(options.color, style(finding.severity), word(finding.severity)) + " " + finding.rule +
           (finding.confidence == Confidence::low ? " (low confidence)\n" : "\n");
    out += fmt::format("  {}\n  {}\n", printable(finding.message),
                       paint(options.color, Style::cyan, "→ " + printable(finding.remedy)));
  }
  std::string found;
  for (std::size_t i = counts.size(); i-- > 0;)
    if (counts.at(i) > 0)
      found += fmt::format("{}{} {}", found.empty() ? "" : ", ", counts.at(i), word(static_cast<Severity>(i)));
  if (found.empty()) found = "no findings";
  if (suppressed > 0) found += fmt::format(", {} accepted by comment", suppressed);
  if (!report.diagnostics.empty()) found += fmt::format(", {} not judged", report.diagnostics.size());
  out += fmt::format("{}{} {}: {}\n", out.empty() ? "" : "\n", report.stats.files,
                     report.stats.files == 1 ? "file" : "files", found);
  return out;
}

}  // namespace idem
