#include "gate/suppress.hpp"

#include "base/glob.hpp"
#include "base/near_miss.hpp"
#include "rules/rules.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace idem {

namespace {

constexpr std::string_view kMarker = "idem-ignore";
constexpr std::string_view kFileMarker = "idem-ignore-file";

std::string_view trim(std::string_view text) {
  const auto space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && space(text.front())) text.remove_prefix(1);
  while (!text.empty() && space(text.back())) text.remove_suffix(1);
  return text;
}

void read_head(std::string_view head, IgnoreText& out) {
  while (true) {
    head = trim(head);
    while (head.starts_with(',')) head = trim(head.substr(1));
    if (head.empty()) break;
    const std::string_view token = head.substr(0, head.find_first_of(" \t\r\n,"));
    head.remove_prefix(token.size());
    if (token.starts_with("until=")) {
      out.until = token.substr(6);
      if (!is_date(out.until)) out.wrong = fmt::format("'{}' is no date (until=YYYY-MM-DD)", out.until);
    } else if (find_rule(token) != nullptr) {
      out.rules.emplace_back(token);
    } else {
      out.wrong = fmt::format("'{}' is no rule{}", token, did_you_mean(token, rule_ids()));
    }
    if (!out.wrong.empty()) return;
  }
  if (out.rules.empty()) out.wrong = "it names no rule";
}

struct Parsed {
  const IgnoreComment* comment = nullptr;
  IgnoreText text;
  std::uint32_t reaches = 0;  // last line for which it counts as right before
  bool used = false;
};

// Comments above each other reach together: each counts for the statement behind the last of them.
void join_neighbours(std::vector<Parsed>& comments) {
  for (std::size_t i = comments.size(); i-- > 0;) {
    Parsed& each = comments[i];
    each.reaches = std::max(each.comment->end_line, each.comment->line) + 1;
    if (i + 1 < comments.size() && comments[i + 1].comment->file == each.comment->file &&
        comments[i + 1].comment->line == each.reaches)
      each.reaches = comments[i + 1].reaches;
  }
}

bool covers(const Parsed& each, const Finding& finding) {
  if (each.comment->file != finding.file) return false;
  if (std::ranges::find(each.text.rules, finding.rule) == each.text.rules.end()) return false;
  if (each.text.whole_file) return true;
  const std::uint32_t last = std::max(finding.line, finding.end_line);
  return each.reaches == finding.line || (finding.line <= each.comment->line && each.comment->line <= last) ||
         (each.comment->line < finding.line && finding.line <= each.reaches);
}

Finding about(const IgnoreComment& comment, const char* id, const std::string& message) {
  const Rule* const rule = find_rule(id);
  Finding finding;
  finding.rule = id;
  finding.severity = rule == nullptr ? Severity::low : rule_severity(*rule, Tier::standard);
  finding.message = message;
  finding.remedy = "Write idem-ignore RULE: reason, or remove the comment.";
  finding.file = comment.file;
  finding.line = comment.line;
  finding.end_line = std::max(comment.line, comment.end_line);
  finding.shape = comment.text;
  return finding;
}

bool ended(const std::string& until, const std::string& today) { return !until.empty() && until < today; }

}  // namespace

IgnoreText parse_ignore(std::string_view text) {
  IgnoreText out;
  text = trim(text);
  out.whole_file = text.starts_with(kFileMarker);
  text.remove_prefix(std::min(text.size(), out.whole_file ? kFileMarker.size() : kMarker.size()));
  if (text.ends_with("*/")) text.remove_suffix(2);
  const std::size_t line_end = text.find('\n');
  const std::string_view first = text.substr(0, line_end);
  if (!first.empty() && std::string_view(" \t:").find(first[0]) == std::string_view::npos) {
    out.wrong = fmt::format("'{}{}' is not idem-ignore", kMarker, first.substr(0, first.find(' ')));
    return out;
  }
  const std::size_t colon = first.find(':');
  read_head(first.substr(0, colon), out);
  if (!out.wrong.empty()) return out;
  if (colon == std::string_view::npos || trim(first.substr(colon + 1)).empty())
    out.wrong = "the reason is missing (idem-ignore RULE: reason)";
  else
    out.reason = trim(text.substr(colon + 1));
  std::ranges::replace(out.reason, '\n', ' ');
  return out;
}

void apply_comments(Report& report, const std::string& today) {
  std::vector<Parsed> comments;
  std::vector<Finding> found;
  for (const IgnoreComment& comment : report.comments) {
    IgnoreText text = parse_ignore(comment.text);
    if (!text.wrong.empty())
      found.push_back(
          about(comment, "malformed-ignore", fmt::format("this comment suppresses nothing: {}", text.wrong)));
    else
      comments.push_back({&comment, std::move(text)});
  }
  join_neighbours(comments);
  for (Finding& finding : report.findings) {
    for (Parsed& each : comments) {
      if (!covers(each, finding) || ended(each.text.until, today)) continue;
      each.used = true;
      if (!finding.suppressed) finding.suppressed = Suppression{"comment", each.text.reason, each.text.until};
    }
  }
  for (const Parsed& each : comments) {
    if (each.used) continue;
    found.push_back(about(*each.comment, "unused-ignore",
                          ended(each.text.until, today)
                              ? fmt::format("this suppression ended on {}", each.text.until)
                              : fmt::format("there is no finding of {} here to suppress", each.text.rules[0])));
  }
  if (found.empty()) return;
  report.findings.insert(report.findings.end(), found.begin(), found.end());
  finish(report);
}

std::vector<std::string> apply_config_ignores(Report& report, const Config& config, const std::string& today) {
  std::vector<std::string> notes;
  std::map<std::string_view, const Endpoint*> by_id;
  for (const Endpoint& endpoint : report.endpoints) by_id[endpoint.id] = &endpoint;
  for (const ConfiguredIgnore& entry : config.ignores) {
    const std::string place = fmt::format("{}:{}", config.file.empty() ? "idem.toml" : config.file, entry.line);
    if (ended(entry.until, today)) {
      notes.push_back(fmt::format("{}: the ignore of {} ended on {}", place, entry.rule, entry.until));
      continue;
    }
    bool used = false;
    for (Finding& finding : report.findings) {
      if (entry.rule != "*" && entry.rule != finding.rule) continue;
      const auto endpoint = by_id.find(finding.endpoint);
      const bool here = entry.path.empty() || path_matches(entry.path, finding.file) ||
                        (endpoint != by_id.end() && glob_match(entry.path, endpoint->second->path));
      if (!here) continue;
      used = true;
      if (!finding.suppressed) finding.suppressed = Suppression{"config", entry.reason, entry.until};
    }
    if (!used) notes.push_back(fmt::format("{}: the ignore of {} suppresses nothing", place, entry.rule));
  }
  return notes;
}

}  // namespace idem
