#include "render/issues.hpp"

#include "base/file_output.hpp"
#include "render/layout.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>

namespace idem {

namespace {

std::string slug(std::string_view text) {
  constexpr std::size_t kMost = 80;
  std::string out;
  for (const char c : text) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    const bool capital = c >= 'A' && c <= 'Z';
    if (plain || capital)
      out += capital ? static_cast<char>(c - 'A' + 'a') : c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
    if (out.size() >= kMost) break;
  }
  while (out.ends_with('-')) out.pop_back();
  return out.empty() ? "entry-point" : out;
}

// Text from the code inside a code span: no backticks, no line ends.
std::string code(std::string_view text) {
  std::string clean;
  for (const char c : text) clean += c == '`' ? '\'' : static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return "`" + clean + "`";
}

std::string steps(const Evidence& evidence) {
  std::string out;
  for (std::size_t i = 0; i < evidence.size(); ++i)
    out +=
        fmt::format("{}. {} {}\n", i + 1, code(place_text(evidence[i].file, evidence[i].line)), code(evidence[i].text));
  return out;
}

std::string issue_text(const Report& report, const Endpoint& endpoint) {
  const Coverage& coverage = *endpoint.coverage;
  std::string out = fmt::format("# Make {} safe to repeat\n\n", code(title(endpoint)));
  out += fmt::format("Declared at {}", code(place_text(endpoint.file, endpoint.line)));
  if (endpoint.handler)
    out += fmt::format(", handled by {} at {}",
                       endpoint.handler->name.empty() ? "a function" : code(endpoint.handler->name),
                       code(place_text(endpoint.handler->file, endpoint.handler->line)));
  out += fmt::format(". Tier {}, {}.\n\n## What a repeat would do\n\n", word(endpoint.tier), word(coverage.verdict));
  for (const Effect* effect : counting_effects(endpoint)) {
    out += fmt::format("**{}**{}\n\n", word(effect->kind), effect->target.empty() ? "" : " " + code(effect->target));
    out += steps(effect->evidence) + "\n";
  }
  std::string held, missing;
  for (std::size_t i = 0; i < kDecisionCount; ++i) {
    const DecisionState& state = coverage.decisions[i];
    const std::string note = state.note.empty() ? "" : fmt::format(" ({})", code(state.note));
    if (state.status == Status::yes) held += fmt::format("- {}{}\n", word(static_cast<Decision>(i)), note);
    if (state.status == Status::no) missing += fmt::format("- {}{}\n", word(static_cast<Decision>(i)), note);
  }
  if (!held.empty()) out += "## What holds\n\n" + held + "\n";
  if (!missing.empty()) out += "## What is missing\n\n" + missing + "\n";
  bool first = true;
  for (const Finding* finding : findings_of(report, endpoint.id)) {
    if (finding->suppressed) continue;
    if (first) out += "## Findings\n\n";
    first = false;
    out += fmt::format("### {} ({})\n\n{} {}\n\n{}", finding->rule, word(finding->severity), code(finding->message),
                       code(place_text(finding->file, finding->line)), steps(finding->evidence));
    if (const Rule* rule = find_rule(finding->rule)) out += fmt::format("\n{}\n", rule->remedy);
    out += '\n';
  }
  out +=
      "## Done when\n\n- the same request sent twice, one after the other and at the same time, has one effect and one "
      "answer;\n"
      "- a request that is sent again after a lost answer gets the first result;\n- `idem coverage` reports this entry "
      "point as covered.\n";
  return out;
}

}  // namespace

std::vector<IssueFile> render_issues(const Report& report) {
  std::vector<IssueFile> issues;
  std::set<std::string> names;
  for (const Endpoint& endpoint : report.endpoints) {
    if (!endpoint.coverage) continue;
    if (endpoint.coverage->verdict != Verdict::uncovered && endpoint.coverage->verdict != Verdict::partial) continue;
    const std::string base = slug(endpoint.id);
    std::string name = base;
    for (int n = 2; !names.insert(name).second; ++n) name = fmt::format("{}-{}", base, n);
    issues.push_back({name + ".md", issue_text(report, endpoint)});
  }
  return issues;
}

Result<void> write_issues(const Report& report, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{ErrorKind::input, fmt::format("cannot make the folder {}: {}", folder, error.message())};
  for (const IssueFile& issue : render_issues(report))
    if (const Result<void> written = write_file(folder + "/" + issue.name, issue.text); !written)
      return written.error();
  return {};
}

}  // namespace idem
