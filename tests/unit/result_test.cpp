#include "base/exit_code.hpp"
#include "base/resources.hpp"
#include "catch.hpp"

using namespace idem;

static Result<int> half(int n) {
  if (n % 2 != 0) return Error{ErrorKind::input, "odd"};
  return n / 2;
}

TEST_CASE("a result holds a value or an error") {
  REQUIRE(half(4).has_value());
  CHECK(*half(4) == 2);
  REQUIRE_FALSE(half(3).has_value());
  CHECK(half(3).error().with_context("x").message == "x: odd");
  CHECK(half(3).value_or(7) == 7);
}

TEST_CASE("only unfinished work exits with 3") {
  CHECK(exit_code_of({ErrorKind::incomplete, ""}) == 3);
  CHECK(exit_code_of({ErrorKind::config, ""}) == 2);
}
