#include "base/parallel.hpp"

#include "catch.hpp"

#include <stdexcept>
#include <vector>

using namespace idem;

TEST_CASE("every index is done once, whatever the number of threads") {
  for (const unsigned jobs : {0u, 1u, 2u, 8u}) {
    std::vector<int> done(1000, 0);
    parallel_for(done.size(), jobs, [&](std::size_t i) { ++done[i]; });
    CHECK(done == std::vector<int>(1000, 1));
  }
  parallel_for(0, 4, [](std::size_t) { FAIL("nothing to do"); });
}

TEST_CASE("an exception comes back to the caller") {
  for (const unsigned jobs : {1u, 4u}) {
    bool caught = false;
    try {
      parallel_for(100, jobs, [](std::size_t i) {
        if (i == 7) throw std::runtime_error("seven");
      });
    } catch (const std::runtime_error& error) {
      caught = std::string(error.what()) == "seven";
    }
    CHECK(caught);
  }
}
