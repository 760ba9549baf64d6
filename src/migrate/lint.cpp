// Migrations as a sequence of locks. Each statement is parsed by PostgreSQL's own grammar and asked three questions:
// does it touch a table that was there before this file, how does it lock it, and has the file said how long it may
// wait? The lock levels are those of PostgreSQL's manual, chapter "Explicit Locking".
#include "migrate/lint.hpp"

#include "migrate/lint_rules.hpp"
#include "rules/rules.hpp"
#include "schema/sql_split.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace idem {

using nlohmann::json;

bool is_down_file(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  if (name == "down.sql" || name.ends_with(".down.sql") || name.ends_with("_down.sql")) return true;
  if (name.size() > 2 && name[0] == 'U' && name[1] >= '0' && name[1] <= '9' && name.find("__") != std::string::npos)
    return true;
  return path.starts_with("revert/") || path.find("/revert/") != std::string::npos;
}

static bool is_setting(std::string_view text) {
  const auto starts = [&](std::string_view word) {
    return text.starts_with(word) || text.starts_with(word == "SET " ? "set " : "reset ");
  };
  return starts("SET ") || starts("RESET ");
}

// Where the way back begins in files that hold both.
static std::size_t way_back_at(const std::string& text) {
  std::size_t at = std::string::npos;
  for (const char* mark : {"-- +goose Down", "-- migrate:down", "-- +migrate Down"}) at = std::min(at, text.find(mark));
  return at;
}

static void tell_findings(const LintContext& context, const ScriptStatement& statement,
                          const std::vector<LintHit>& hits, Report& report) {
  for (const LintHit& hit : hits) {
    Finding finding;
    finding.rule = hit.rule;
    const Rule* rule = find_rule(hit.rule);
    finding.severity = rule != nullptr ? rule_severity(*rule, Tier::strong) : Severity::medium;
    finding.message = hit.message;
    finding.remedy = hit.remedy;
    finding.file = context.file;
    finding.line = static_cast<std::uint32_t>(statement.line);
    finding.end_line =
        finding.line + static_cast<std::uint32_t>(std::count(statement.text.begin(), statement.text.end(), '\n'));
    finding.shape = fmt::format("{} {}", hit.rule, hit.object);
    report.findings.push_back(std::move(finding));
  }
}

// Comments that hold "idem-ignore"; the gate reads them.
static void collect_comments(const LintFile& file, Report& report) {
  for (std::size_t at = file.text.find("--"); at != std::string::npos; at = file.text.find("--", at)) {
    const std::size_t end = std::min(file.text.find('\n', at), file.text.size());
    const std::string line = file.text.substr(at, end - at);
    if (const std::size_t word = line.find("idem-ignore"); word != std::string::npos) {
      const auto number = static_cast<std::uint32_t>(line_of(file.text, at));
      report.comments.push_back({file.path, number, number, line.substr(word)});
    }
    at = end;
  }
}

Report lint_migrations(const std::vector<LintFile>& files) {
  Report report;
  LintMemory memory;
  for (const LintFile& file : files) {
    LintContext context;
    context.file = file.path;
    context.memory = &memory;
    const std::size_t way_back = is_down_file(file.path) ? 0 : way_back_at(file.text);
    const std::vector<ScriptStatement> statements = split_sql(file.text);
    context.statements = static_cast<std::size_t>(std::count_if(
        statements.begin(), statements.end(), [](const ScriptStatement& each) { return !is_setting(each.text); }));
    collect_comments(file, report);
    ++report.stats.files;
    report.stats.bytes += file.text.size();
    for (const ScriptStatement& statement : statements) {
      context.down = statement.offset >= way_back;
      const Result<json> tree = parse_postgres(statement.text);
      if (!tree) {
        report.diagnostics.push_back(
            {"syntax", file.path, static_cast<std::uint32_t>(statement.line), tree.error().message, true});
        continue;
      }
      tell_findings(context, statement, lint_statement(*tree, statement.text, context), report);
    }
  }
  return report;
}

}  // namespace idem
