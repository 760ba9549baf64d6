#pragma once

#include "base/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace idem {

// A single value of a configuration file with the keys that lead to it.
struct ConfigScalar {
  std::vector<std::string> keys;  // outermost first; items of lists have the keys of their list
  std::string value;              // as written, without quotes
  std::size_t line = 0;
};

// Whether a file is read as configuration, by its name: .yml, .yaml, .toml, .json, .env, .env.*. Lock files are not.
bool is_config_file(std::string_view path);

// The scalars of a file in order. YAML is read as far as configuration uses it: block maps and lists with scalars;
// flow style, anchors' contents and block texts are passed over. A file that is not what its name says gives an error.
Result<std::vector<ConfigScalar>> config_scalars(std::string_view path, std::string_view text);

}  // namespace idem
