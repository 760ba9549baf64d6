#include "catch.hpp"

#include "reconcile/intentions.hpp"

#include <algorithm>

using idem::books::SeenIntentions;

TEST_CASE("an intention that occurs again is always named, another hardly ever", "[reconcile]") {
  SeenIntentions seen;
  for (int i = 0; i < 300'000; ++i) seen.see("order-" + std::to_string(i));
  CHECK(seen.candidates().size() < 10);  // of 300,000 different ones
  std::vector<std::string> again;
  for (int i = 0; i < 300'000; i += 1000) again.push_back("order-" + std::to_string(i));
  for (const std::string& one : again) seen.see(one);
  CHECK_FALSE(seen.overflowed());
  for (const std::string& one : again) CHECK(std::count(seen.candidates().begin(), seen.candidates().end(), one) >= 1);
}

TEST_CASE("more repeated intentions than are kept are told as too many", "[reconcile]") {
  SECTION("by their number") {
    SeenIntentions seen;
    for (std::size_t i = 0; i <= SeenIntentions::kMostCandidates + 1; ++i) seen.see("the same");
    CHECK(seen.overflowed());
    CHECK(seen.candidates().size() <= SeenIntentions::kMostCandidates);
  }
  SECTION("by their length") {
    SeenIntentions seen;
    const std::string longest(SeenIntentions::kMostText, 'x');
    for (int i = 0; i < 3; ++i) seen.see(longest);
    CHECK(seen.overflowed());
  }
}
