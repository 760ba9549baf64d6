#include "rules/rules.hpp"

#include "base/resources.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <stdexcept>

namespace idem {

// The file is embedded and tested: what is wrong in it is a bug of ours.
static std::vector<Rule> load() {
  std::vector<Rule> rules;
  const toml::table file = toml::parse(resource("src/catalog/rules.toml"), "rules.toml"sv);
  const toml::array* const rows = file["rule"].as_array();
  if (rows == nullptr) throw std::logic_error("rules.toml holds no rules");
  for (const toml::node& node : *rows) {
    const toml::table& row = *node.as_table();
    const auto text = [&](const char* key) {
      std::string value = row[key].value_or<std::string>("");
      while (value.ends_with('\n')) value.pop_back();
      return value;
    };
    rules.push_back({.id = text("id"),
                     .title = text("title"),
                     .strong = severity_of(text("strong")),
                     .standard = severity_of(text("standard")),
                     .wrong = text("wrong"),
                     .example = text("example"),
                     .remedy = text("remedy"),
                     .fine = text("fine")});
  }
  return rules;
}

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> rules = load();
  return rules;
}

const Rule* find_rule(std::string_view id) {
  const std::vector<Rule>& rules = all_rules();
  const auto found = std::ranges::find(rules, id, &Rule::id);
  return found == rules.end() ? nullptr : &*found;
}

std::vector<std::string> rule_ids() {
  std::vector<std::string> ids;
  for (const Rule& rule : all_rules()) ids.push_back(rule.id);
  return ids;
}

Severity rule_severity(const Rule& rule, Tier tier) {
  if (tier == Tier::strong) return rule.strong.value_or(rule.standard.value_or(Severity::low));
  if (tier == Tier::standard) return rule.standard.value_or(Severity::low);
  return Severity::low;
}

}  // namespace idem
