#include "report/report.hpp"

#include "base/digest.hpp"
#include "catch.hpp"

#include <algorithm>
#include <set>

using namespace idem;

static Endpoint post(const char* path, const char* file, std::uint32_t line, const char* app = "") {
  Endpoint endpoint;
  endpoint.method = "POST";
  endpoint.path = path;
  endpoint.file = file;
  endpoint.line = line;
  endpoint.app = app;
  return endpoint;
}

static Finding finding(const char* rule, const char* file, std::uint32_t line, const char* shape) {
  Finding made;
  made.rule = rule;
  made.file = file;
  made.line = line;
  made.shape = shape;
  return made;
}

TEST_CASE("words go both ways") {
  for (const EffectKind kind : all_effect_kinds()) CHECK(effect_kind_of(word(kind)) == kind);
  CHECK(word(Status::not_applicable) == "n/a");
  CHECK(severity_of("critical") == Severity::critical);
  CHECK_FALSE(tier_of("strongest").has_value());
  CHECK(decision_of("downstream") == Decision::downstream);
}

TEST_CASE("ids are unique, readable and independent of the order of arrival") {
  Report report;
  report.endpoints = {post("/b", "b.ts", 1), post("/a", "a.ts", 9), post("/a", "a.ts", 2),
                      post("/a", "a.ts", 3, "apps/api")};
  Report reversed = report;
  std::ranges::reverse(reversed.endpoints);
  finish(report);
  finish(reversed);
  REQUIRE(report.endpoints.size() == 4);
  CHECK(report.endpoints[0].id == "POST /a");
  CHECK(report.endpoints[1].id == "POST /a @apps/api");
  CHECK(report.endpoints[2].id == "POST /a #2");
  CHECK(report.endpoints[3].id == "POST /b");
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(report.endpoints[i].id == reversed.endpoints[i].id);
    CHECK(report.endpoints[i].line == reversed.endpoints[i].line);
  }
}

TEST_CASE("a finding's fingerprint forgets lines, tells twins apart and changes with the statement") {
  const auto fingerprints = [](std::uint32_t shift, const char* shape) {
    Report report;
    report.endpoints = {post("/a", "a.ts", 1 + shift)};
    report.findings = {finding("unprotected", "a.ts", 5 + shift, shape),
                       finding("unprotected", "a.ts", 7 + shift, shape), finding("lock-only", "a.ts", 7, shape)};
    finish(report, {0, 0, 0});
    std::vector<std::string> out;
    for (const Finding& each : report.findings) {
      CHECK(each.endpoint == "POST /a");
      CHECK(each.fingerprint.size() == 32);
      out.push_back(each.fingerprint);
    }
    std::ranges::sort(out);
    return out;
  };
  const std::vector<std::string> first = fingerprints(0, "charge(_)");
  CHECK(std::set<std::string>(first.begin(), first.end()).size() == 3);
  CHECK(fingerprints(0, "charge(_)") == first);
  CHECK(fingerprints(40, "charge(_)") == first);
  CHECK(fingerprints(0, "refund(_)") != first);
}

TEST_CASE("an entry point without a route is named by its operation") {
  Endpoint consumer;
  consumer.kind = EntryKind::consumer;
  consumer.operation = "orders.created";
  CHECK(title(consumer) == "consumer orders.created");
  Endpoint graphql = post("/graphql", "a.ts", 1);
  graphql.operation = "placeOrder";
  CHECK(title(graphql) == "POST /graphql placeOrder");
}

TEST_CASE("SHA-256 as published") {
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}
