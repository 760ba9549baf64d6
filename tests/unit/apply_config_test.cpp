#include "config/apply.hpp"

#include "catch.hpp"
#include "sample_report.hpp"

#include <algorithm>

using namespace idem;

static const Endpoint& find(const Report& report, std::string_view id) {
  return *std::ranges::find(report.endpoints, id, &Endpoint::id);
}

TEST_CASE("tiers of the configuration raise, lower and exempt") {
  Report report = sample_report(true);
  Config config;
  config.tiers = {{.path = "/orders/**", .tier = Tier::none}};
  apply_config(report, config);
  CHECK(find(report, "POST /orders/{id}/pay").tier == Tier::none);
  CHECK(find(report, "POST /orders/{id}/pay").coverage->verdict == Verdict::exempt);
  CHECK(find(report, "POST /search").tier == Tier::none);
  CHECK(report.findings.size() == 1);
}

TEST_CASE("a tier is set for what a function leads to") {
  Report report = sample_report(true);
  Config config;
  ConfiguredTier tier;
  tier.function = {"payOrder", ""};
  tier.tier = Tier::none;
  config.tiers = {tier};
  Endpoint* const pay = const_cast<Endpoint*>(&find(report, "POST /orders/{id}/pay"));
  pay->effects.resize(1);
  pay->effects[0].evidence.insert(pay->effects[0].evidence.begin() + 1, {"src/pay.ts", 3, "calls Billing.payOrder"});
  apply_config(report, config);
  CHECK(pay->tier == Tier::none);
  CHECK(pay->coverage->verdict == Verdict::exempt);
}

TEST_CASE("a gateway provides its decisions and no more") {
  Report report = sample_report(true);
  Config config;
  config.gateways = {
      {.path = "/orders/**", .methods = {"POST"}, .decisions = {Decision::accept, Decision::claim}, .reason = "edge"}};
  apply_config(report, config);
  const Endpoint& pay = find(report, "POST /orders/{id}/pay");
  CHECK(pay.coverage->verdict == Verdict::partial);
  CHECK((*pay.coverage)[Decision::claim].note == "gateway: edge");
  CHECK(std::ranges::find(report.findings, "unprotected", &Finding::rule) == report.findings.end());
  CHECK(find(report, "DELETE /orders/{id}").coverage->verdict == Verdict::unknown);
}
