#pragma once

#include "report/report.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// One rule: what `idem explain` and the help of SARIF tell, read from src/catalog/rules.toml.
struct Rule {
  std::string id;
  std::string title;                 // one line
  std::optional<Severity> strong;    // for entry points of tier strong; nullopt: does not apply there
  std::optional<Severity> standard;  // for tier standard
  std::string wrong;                 // what goes wrong, in prose
  std::string example;               // code that has the defect
  std::string remedy;                // what to do
  std::string fine;                  // when it is fine
};

// All rules in the order of the file: by topic.
const std::vector<Rule>& all_rules();
const Rule* find_rule(std::string_view id);
std::vector<std::string> rule_ids();

// The severity of a rule's finding at an entry point of that tier; low for tier none.
Severity rule_severity(const Rule& rule, Tier tier);

}  // namespace idem
