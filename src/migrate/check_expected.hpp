#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// What a side table needs beside its columns and keys, read from the script that makes it. Names as the server stores
// them; `table` and `function` as written in SQL.
struct ExpectedParts {
  struct OnTable {
    std::string table;
    std::string name;
  };
  struct Function {
    std::string function;  // "public.keys_claim", without arguments
    std::string body;      // see comparable_body
  };
  std::vector<OnTable> indexes;  // the name is what counts
  std::vector<OnTable> checks;
  std::vector<OnTable> triggers;
  std::vector<Function> functions;
};

Result<ExpectedParts> expected_parts(std::string_view up);

// A function's body without what the options choose and a comment cannot tell: lengths of time, how a token is made.
std::string comparable_body(std::string_view body);

}  // namespace idem
