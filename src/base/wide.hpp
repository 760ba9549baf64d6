#pragma once

#include <cstdint>
#include <limits>

namespace idem {

// For products of two 64-bit numbers before they are brought back into range.
__extension__ using Int128 = __int128;

inline constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();

// A non-negative amount brought back to 64 bits; what does not fit becomes kInt64Max, which callers report as overflow.
constexpr std::int64_t saturate(Int128 amount) {
  return amount > kInt64Max ? kInt64Max : static_cast<std::int64_t>(amount);
}

// a × b / c rounded up, for a, b >= 0 and c > 0.
constexpr std::int64_t multiply_divide_up(std::int64_t a, std::int64_t b, std::int64_t c) {
  return saturate((static_cast<Int128>(a) * b + (c - 1)) / c);
}

}  // namespace idem
