#include "gate/since.hpp"

#include "base/process.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>

namespace idem {

namespace {

constexpr std::uint32_t kLastLine = std::numeric_limits<std::uint32_t>::max();

// Git with everything off by which a repository could make it run something of its own.
Result<std::string> git(const std::string& root, const std::vector<std::string>& arguments) {
  std::vector<std::string> command{"git",
                                   "-C",
                                   root,
                                   "-c",
                                   "core.fsmonitor=false",
                                   "-c",
                                   "core.quotePath=true",
                                   "--no-pager",
                                   "--no-optional-locks"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Result<ProcessOutput> done = run_process(command);
  if (!done) return done.error();
  if (done->status == 0) return done->out;
  std::string message = done->err.substr(0, done->err.find('\n'));
  if (message.starts_with("fatal: ")) message.erase(0, 7);
  return Error{ErrorKind::input, message.empty() ? fmt::format("git ended with {}", done->status) : message};
}

std::string unquote(std::string_view name) {
  if (!name.starts_with('"') || !name.ends_with('"') || name.size() < 2) return std::string(name);
  name = name.substr(1, name.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '\\' || i + 1 == name.size()) {
      out += name[i];
      continue;
    }
    const char c = name[++i];
    if (c >= '0' && c <= '3' && i + 2 < name.size()) {
      out += static_cast<char>((c - '0') * 64 + (name[i + 1] - '0') * 8 + (name[i + 2] - '0'));
      i += 2;
      continue;
    }
    constexpr std::string_view kFrom = "abtnvfr", kTo = "\a\b\t\n\v\f\r";
    const std::size_t known = kFrom.find(c);
    out += known == std::string_view::npos ? c : kTo[known];
  }
  return out;
}

// "@@ -3,2 +4,0 @@": the range on the new side.
bool read_hunk(std::string_view line, std::pair<std::uint32_t, std::uint32_t>& range) {
  const std::size_t plus = line.find(" +");
  if (plus == std::string_view::npos) return false;
  const char* at = line.data() + plus + 2;
  const char* const end = line.data() + line.size();
  std::uint32_t first = 0, count = 1;
  const auto start = std::from_chars(at, end, first);
  if (start.ec != std::errc{}) return false;
  if (start.ptr != end && *start.ptr == ',') std::from_chars(start.ptr + 1, end, count);
  range = {first, count == 0 ? first : first + count - 1};
  return true;
}

}  // namespace

bool Changes::touches(std::string_view file, std::uint32_t first, std::uint32_t last) const {
  const auto found = lines.find(std::string(file));
  if (found == lines.end() || first == 0) return false;
  return std::ranges::any_of(
      found->second, [&](const auto& range) { return range.first <= std::max(first, last) && first <= range.second; });
}

Changes parse_diff(std::string_view diff) {
  Changes changes;
  std::string file;
  std::size_t body = 0;  // lines of the hunk still to come: they may look like headers
  while (!diff.empty()) {
    const std::size_t end = std::min(diff.find('\n'), diff.size());
    const std::string_view line = diff.substr(0, end);
    diff.remove_prefix(std::min(end + 1, diff.size()));
    if (body > 0 && !line.empty() && (line[0] == '+' || line[0] == '-')) {
      --body;
    } else if (line.starts_with("+++ ")) {
      std::string_view name = line.substr(4);
      if (name.ends_with('\t')) name.remove_suffix(1);
      file = name == "/dev/null" ? "" : unquote(name);
      if (file.starts_with("b/")) file.erase(0, 2);
    } else if (line.starts_with("@@ ")) {
      std::pair<std::uint32_t, std::uint32_t> range;
      if (read_hunk(line, range) && !file.empty()) changes.lines[file].push_back(range);
      // "-a,b +c,d": b + d lines follow.
      const auto count = [&](std::size_t at) {
        std::uint32_t first = 0, n = 1;
        const char* const stop = line.data() + line.size();
        const auto start = std::from_chars(line.data() + at, stop, first);
        if (start.ptr != stop && *start.ptr == ',') std::from_chars(start.ptr + 1, stop, n);
        return n;
      };
      const std::size_t minus = line.find('-'), plus = line.find(" +");
      if (minus != std::string_view::npos && plus != std::string_view::npos) body = count(minus + 1) + count(plus + 2);
    }
  }
  return changes;
}

Result<Changes> changes_since(const std::string& root, const std::string& revision) {
  if (revision.empty() || revision[0] == '-')
    return Error{ErrorKind::usage, fmt::format("--since: '{}' is no revision", revision)};
  const Result<std::string> known =
      git(root, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  const Result<std::string> shallow = git(root, {"rev-parse", "--is-shallow-repository"});
  if (!shallow) return Error{ErrorKind::usage, "--since: " + shallow.error().message};
  const bool is_shallow = shallow->starts_with("true");
  const std::string hint =
      is_shallow ? "; the clone is shallow: fetch more of its history (fetch-depth: 0 in GitHub Actions)" : "";
  if (!known) return Error{ErrorKind::usage, fmt::format("--since: Git knows no revision {}{}", revision, hint)};
  Result<std::string> base = git(root, {"merge-base", known->substr(0, known->find('\n')), "HEAD"});
  if (!base)
    return Error{ErrorKind::usage, fmt::format("--since: {} and HEAD have no common ancestor{}", revision, hint)};
  base->erase(std::min(base->find('\n'), base->size()));
  const Result<std::string> diff =
      git(root, {"diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative",
                 "--src-prefix=a/", "--dst-prefix=b/", *base, "--", "."});
  if (!diff) return Error{ErrorKind::incomplete, "--since: " + diff.error().message};
  Changes changes = parse_diff(*diff);
  const Result<std::string> fresh = git(root, {"ls-files", "--others", "--exclude-standard", "-z"});
  if (!fresh) return Error{ErrorKind::incomplete, "--since: " + fresh.error().message};
  for (std::string_view rest = *fresh; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    changes.lines[std::string(rest.substr(0, end))] = {{1, kLastLine}};
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return changes;
}

void keep_changed(Report& report, const Changes& changes) {
  const auto of_handler = [&](const Handler& handler) {
    return changes.touches(handler.file, handler.line, handler.end_line);
  };
  std::set<std::string> kept;
  for (const Endpoint& endpoint : report.endpoints) {
    bool touched = changes.touches(endpoint.file, endpoint.line, endpoint.line) ||
                   (endpoint.handler && of_handler(*endpoint.handler)) ||
                   std::ranges::any_of(endpoint.middleware, of_handler);
    for (const LineRange& range : endpoint.reached)
      touched = touched || changes.touches(range.file, range.first, range.last);
    for (const Effect& effect : endpoint.effects)
      for (const Step& step : effect.evidence) touched = touched || changes.touches(step.file, step.line, step.line);
    if (touched) kept.insert(endpoint.id);
  }
  std::erase_if(report.findings, [&](const Finding& finding) {
    return !kept.contains(finding.endpoint) && !changes.touches(finding.file, finding.line, finding.end_line);
  });
  for (const Finding& finding : report.findings) kept.insert(finding.endpoint);
  std::erase_if(report.endpoints, [&](const Endpoint& endpoint) { return !kept.contains(endpoint.id); });
}

}  // namespace idem
