#include "report/select.hpp"

#include "catch.hpp"
#include "sample_report.hpp"

using namespace idem;

static std::vector<std::string> shown(const Selection& selection, std::size_t* findings = nullptr) {
  Report report = sample_report(true);
  select(report, selection);
  std::vector<std::string> ids;
  for (const Endpoint& endpoint : report.endpoints) ids.push_back(endpoint.id);
  if (findings != nullptr) *findings = report.findings.size();
  return ids;
}

using Ids = std::vector<std::string>;
static const std::string kHostile = "PATCH /=cmd|' /C calc'!A0/{name}";

TEST_CASE("by default POST, PATCH, consumers and what else is strong are shown") {
  CHECK(shown({}) == Ids{kHostile, "POST /orders/{id}/pay", "POST /search", "consumer =orders.created @worker"});
  CHECK(shown({.methods = {"ALL"}}).size() == 5);
  CHECK(shown({.methods = {"DELETE"}}) == Ids{"DELETE /orders/{id}"});
  CHECK(shown({.only_effects = true}).size() == 3);
}

TEST_CASE("paths select by declaration or handler, and the findings with them") {
  std::size_t findings = 0;
  CHECK(shown({.paths = {"src/pay.ts"}}, &findings) == Ids{"POST /orders/{id}/pay"});
  CHECK(findings == 2);
  CHECK(shown({.paths = {"worker"}}, &findings) == Ids{"consumer =orders.created @worker"});
  CHECK(findings == 0);
  CHECK(shown({.paths = {"work"}}).empty());
  CHECK(shown({.paths = {""}}).size() == 4);
}

TEST_CASE("effects and route patterns select") {
  CHECK(shown({.effects = {EffectKind::external_http}}) == Ids{"POST /orders/{id}/pay"});  // ambient ones, too
  CHECK(shown({.effects = {EffectKind::notification}}) == Ids{"consumer =orders.created @worker"});
  CHECK(shown({.routes = {"/orders/**"}}) == Ids{"POST /orders/{id}/pay"});
  CHECK(shown({.routes = {"/search/**"}}) == Ids{"POST /search"});
}

TEST_CASE("methods are read in any case") {
  CHECK(parse_methods({"post,Put", "all"}).value_or({}) == std::vector<std::string>{"POST", "PUT", "ALL"});
  CHECK(parse_methods({"PSOT"}).error().message == "--methods: 'PSOT' is no method, did you mean POST?");
  CHECK_FALSE(parse_methods({"POST,"}).has_value());
}
