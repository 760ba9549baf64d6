// go.mod and go.work, as far as they say where packages are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace idem::go {

struct Replacement {
  std::string module;
  std::string local;  // path relative to the manifest's folder
};

struct Manifest {
  std::string module;                     // go.mod; "" when it has none
  std::vector<Replacement> replacements;  // only those by a local path
};

// Reads what it understands and passes over the rest; broken text gives less, never an error.
Manifest read_manifest(std::string_view text);

}  // namespace idem::go
