// Findings that somebody has looked at and accepted, with a reason: in a comment beside the code or in idem.toml.
#pragma once

#include "config/config.hpp"
#include "report/report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A comment's content: `idem-ignore RULE[, RULE…] [until=YYYY-MM-DD]: reason`, or `idem-ignore-file …` for the whole
// file. `wrong` says what is wrong with its form, or is "".
struct IgnoreText {
  std::vector<std::string> rules;
  bool whole_file = false;
  std::string until, reason, wrong;
};
IgnoreText parse_ignore(std::string_view text);

// Marks the findings that comments of the report suppress. A comment counts on the line of the finding's statement, on
// any of its lines, or right before it (several stand above each other). What is malformed becomes a finding
// `malformed-ignore`, what suppresses nothing `unused-ignore`; an entry that ended before `today` (YYYY-MM-DD) counts
// no more and is unused. Finishes the report.
void apply_comments(Report& report, const std::string& today);

// Marks the findings that [[ignore]] of the configuration suppresses. Returns a line for each entry that suppresses
// nothing or has ended.
std::vector<std::string> apply_config_ignores(Report& report, const Config& config, const std::string& today);

}  // namespace idem
