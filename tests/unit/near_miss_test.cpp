#include "base/near_miss.hpp"
#include "catch.hpp"

using namespace idem;

TEST_CASE("mistyped words find what was meant") {
  const std::vector<std::string> words{"sidekiq-default", "sidekiq", "stripe", "sqs"};
  CHECK(near_misses("sidekik", words) == std::vector<std::string>{"sidekiq"});
  CHECK(near_misses("stirpe", words) == std::vector<std::string>{"stripe"});
  CHECK(near_misses("zzzzzz", words).empty());
  CHECK(near_misses("", words).empty());
  CHECK(near_misses(std::string(10000, 'a'), words).empty());
  CHECK(did_you_mean("strip", words) == ", did you mean stripe?");
  CHECK(did_you_mean("zzzzzz", words).empty());
}
