#pragma once

#include "base/duration.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A name and the literal that is given to it on the same line: `timeout: 30`, `ttl=24 * 60 * 60`, `setex(key, 3600,
// …)`.
struct NamedLiteral {
  std::string name;
  std::int64_t amount = 0;              // in thousandths, so that 0.5 is exact
  std::optional<std::int64_t> unit_ms;  // when the literal says its unit: "30s", 5 * time.Second, timedelta(hours=1)
  bool argument = false;                // a positional argument of the call `name`
  std::size_t position = 0;             // which argument, from 0
};

// The line without its comment; `hash` where # begins one.
std::string_view without_comment(std::string_view line, bool hash);

// All named literals of a line.
std::vector<NamedLiteral> read_line(std::string_view line);

}  // namespace idem
