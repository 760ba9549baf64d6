// The packages of a project: its package.json files, which of them others may import by name, and what they offer.
#pragma once

#include "frontends/typescript/tsconfig.hpp"
#include "source/project.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace idem::typescript {

struct Package {
  std::string folder;
  std::string name;
  bool workspace = false;                     // a workspace pattern above it takes it in
  std::vector<std::string> entries;           // what the package itself may be, best first; relative to the folder
  std::vector<PathRule> exports;              // "./sub" or "./*" → files, relative to the folder
  std::vector<PathRule> imports;              // "#name" → files, relative to the folder, or specifiers
  std::map<std::string, std::string> linked;  // dependencies by file: or link: → folder relative to the root
};

// Sorted by folder.
std::vector<Package> read_packages(const Project& project);

}  // namespace idem::typescript
