// What continuous-integration systems read: annotations of GitHub Actions, GitLab's code quality, JUnit. Suppressed
// findings are left out of all three: none of them can say "accepted".
#include "render/json.hpp"
#include "render/layout.hpp"
#include "report/summary.hpp"

#include <fmt/core.h>

#include <array>
#include <set>
#include <utility>

namespace idem {

namespace {

// Data of a workflow command; properties escape ':' and ',' as well.
std::string github_escape(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    if (c == '%')
      out += "%25";
    else if (c == '\r')
      out += "%0D";
    else if (c == '\n')
      out += "%0A";
    else if (property && c == ':')
      out += "%3A";
    else if (property && c == ',')
      out += "%2C";
    else
      out += c;
  }
  return out;
}

std::string xml_escape(std::string_view text) {
  std::string out;
  // Bytes that are no UTF-8 and characters that XML 1.0 forbids become U+FFFD; dump() does the first.
  const std::string clean = Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string decoded = Json::parse(clean).get<std::string>();
  for (const char c : decoded) {
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
      case '\n':
        out += "&#10;";
        break;
      case '\t':
        out += "&#9;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 ? std::string("\xef\xbf\xbd") : std::string(1, c);
    }
  }
  return out;
}

std::string finding_lines(const std::vector<const Finding*>& findings) {
  std::string text;
  for (const Finding* finding : findings) {
    text += fmt::format("{} {} {}\n{}\n", word(finding->severity), finding->rule,
                        place_text(finding->file, finding->line), finding->message);
    if (!finding->remedy.empty()) text += finding->remedy + "\n";
    for (const Step& step : finding->evidence)
      text += fmt::format("  {}  {}\n", place_text(step.file, step.line), step.text);
  }
  return text;
}

std::vector<const Finding*> open_findings(const Report& report, const std::string& endpoint) {
  std::vector<const Finding*> open;
  for (const Finding* finding : findings_of(report, endpoint))
    if (!finding->suppressed) open.push_back(finding);
  return open;
}

std::string failure(const std::vector<const Finding*>& findings) {
  std::string rules;
  for (const Finding* finding : findings) rules += (rules.empty() ? "" : " ") + finding->rule;
  return fmt::format("      <failure type=\"{}\" message=\"{}\">{}</failure>\n", xml_escape(rules),
                     xml_escape(findings[0]->message), xml_escape(finding_lines(findings)));
}

}  // namespace

std::string render_github(const Report& report, const RenderOptions&) {
  // GitHub shows ten of each kind a step and drops the rest in silence.
  constexpr std::size_t kMost = 10;
  constexpr std::array<const char*, 3> kKinds{"notice", "warning", "error"};
  std::string out;
  std::array<std::size_t, 3> shown{};
  std::size_t hidden = 0;
  for (int severity = 3; severity >= 0; --severity)
    for (const Finding& finding : report.findings) {
      if (finding.suppressed || static_cast<int>(finding.severity) != severity) continue;
      const std::size_t kind = severity >= 2 ? 2 : severity == 1 ? 1 : 0;
      // One notice is kept for what is hidden.
      if (shown[kind] >= kMost - (kind == 0 ? 1 : 0)) {
        ++hidden;
        continue;
      }
      ++shown[kind];
      std::string properties = "file=" + github_escape(finding.file, true);
      if (finding.line != 0) properties += fmt::format(",line={}", finding.line);
      if (finding.end_line > finding.line) properties += fmt::format(",endLine={}", finding.end_line);
      properties += ",title=" + github_escape("idem: " + finding.rule, true);
      const std::string text = finding.remedy.empty() ? finding.message : finding.message + "\n" + finding.remedy;
      out += fmt::format("::{} {}::{}\n", kKinds[kind], properties, github_escape(text, false));
    }
  if (hidden > 0)
    out += fmt::format(
        "::notice title=idem::{} not shown here: GitHub shows ten annotations of a kind. The other formats list them "
        "all.\n",
        counted(hidden, "finding is", "findings are"));
  return out;
}

std::string render_gitlab(const Report& report, const RenderOptions&) {
  constexpr std::array<const char*, 4> kSeverities{"minor", "major", "critical", "blocker"};
  Json list = Json::array();
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) continue;
    Json lines{{"begin", std::max<std::uint32_t>(1, finding.line)}};
    if (finding.end_line > finding.line) lines["end"] = finding.end_line;
    Json location = Json::object();
    location["path"] = finding.file;
    location["lines"] = std::move(lines);
    list.push_back({{"description", finding.message},
                    {"check_name", finding.rule},
                    {"fingerprint", finding.fingerprint},
                    {"severity", kSeverities[static_cast<std::size_t>(finding.severity)]},
                    {"location", std::move(location)}});
    if (!finding.remedy.empty()) list.back()["content"]["body"] = finding.remedy;
  }
  return dump(list, 2) + "\n";
}

std::string render_junit(const Report& report, const RenderOptions&) {
  std::string cases;
  std::size_t tests = 0, failures = 0, skipped = 0;
  const auto begin = [&](const std::string& name, const std::string& file, std::uint32_t line) {
    ++tests;
    cases += fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"", xml_escape(file), xml_escape(name),
                         xml_escape(file));
    if (line != 0) cases += fmt::format(" line=\"{}\"", line);
    cases += ">\n";
  };
  for (const Endpoint& endpoint : report.endpoints) {
    begin(endpoint.id, endpoint.file, endpoint.line);
    const std::vector<const Finding*> open = open_findings(report, endpoint.id);
    if (!open.empty()) {
      ++failures;
      cases += failure(open);
    } else if (endpoint.coverage && endpoint.coverage->verdict == Verdict::unknown) {
      ++skipped;
      cases += fmt::format("      <skipped message=\"{}\"/>\n",
                           xml_escape("could not be followed: " + endpoint.coverage->reason));
    }
    cases += "    </testcase>\n";
  }
  for (const Finding* finding : open_findings(report, "")) {
    ++failures;
    begin(finding->rule + " " + place_text(finding->file, finding->line), finding->file, finding->line);
    cases += failure({finding}) + "    </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"idem\" tests=\"{0}\" failures=\"{1}\">\n"
      "  <testsuite name=\"idem\" tests=\"{0}\" failures=\"{1}\" errors=\"0\" skipped=\"{2}\">\n{3}  "
      "</testsuite>\n</testsuites>\n",
      tests, failures, skipped, cases);
}

}  // namespace idem
