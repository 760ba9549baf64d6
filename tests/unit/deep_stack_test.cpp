#include "base/deep_stack.hpp"

#include "catch.hpp"

#include <stdexcept>

using namespace idem;

static std::size_t used(std::size_t kilobytes) {
  volatile char block[1024];
  block[0] = static_cast<char>(kilobytes);
  return kilobytes == 0 ? 0 : used(kilobytes - 1) + 1 + static_cast<std::size_t>(block[0] & 0);
}

TEST_CASE("deep stack: holds more than the usual one, hands on what is thrown") {
  std::size_t deep = 0;
  on_deep_stack(std::size_t{128} << 20, [&] { deep = used(32 * 1024); });
  CHECK(deep == 32 * 1024);
  CHECK_THROWS_AS(on_deep_stack(1 << 20, [] { throw std::runtime_error("x"); }), std::runtime_error);
}
