#include "rules/rules.hpp"

#include "catch.hpp"

#include <set>

using namespace idem;

TEST_CASE("every rule has its page") {
  std::set<std::string> ids;
  for (const Rule& rule : all_rules()) {
    INFO(rule.id);
    CHECK(ids.insert(rule.id).second);
    CHECK(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string::npos);
    CHECK((rule.strong || rule.standard));
    CHECK_FALSE(rule.title.empty());
    CHECK(rule.title.size() < 110);
    for (const std::string* text : {&rule.wrong, &rule.example, &rule.remedy, &rule.fine}) CHECK(text->size() > 20);
  }
  CHECK(ids.size() == 63);
}

TEST_CASE("severity goes by tier") {
  const Rule* const rule = find_rule("unprotected");
  REQUIRE(rule != nullptr);
  CHECK(rule_severity(*rule, Tier::strong) == Severity::critical);
  CHECK(rule_severity(*rule, Tier::standard) == Severity::medium);
  CHECK(rule_severity(*rule, Tier::none) == Severity::low);
  CHECK(find_rule("nothing") == nullptr);
}
