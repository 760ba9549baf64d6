#pragma once

#include <optional>
#include <string>
#include <vector>

namespace idem {

// What the project says of itself and that the meaning of names and times turns on.
struct Settings {
  std::vector<std::string> key_names;   // further names of idempotency keys, plain (see plain_name)
  std::optional<double> retry_seconds;  // the longest time after which a caller still sends again
};

// Those of the analysis that runs; set before it starts, by the thread that runs it. One analysis at a time.
const Settings& settings();
void use_settings(Settings settings);

}  // namespace idem
