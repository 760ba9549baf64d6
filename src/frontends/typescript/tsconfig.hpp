// Path mappings of tsconfig.json and jsconfig.json.
#pragma once

#include "source/project.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem::typescript {

// A specifier pattern with at most one '*' and what it may stand for, as paths relative to the root with the same '*'.
struct PathRule {
  std::string pattern;
  std::vector<std::string> targets;
};

struct TsConfig {
  std::string folder;                   // it holds for the files below this folder
  std::optional<std::string> base_url;  // relative to the root
  std::vector<PathRule> paths;          // most specific pattern first
};

// Folder of a package of the project by name; nothing when there is none. For `extends` of shared configurations.
using PackageFolder = std::function<std::optional<std::string>(std::string_view name)>;

// The configuration of every folder that has one, with `extends` followed, sorted by folder.
std::vector<TsConfig> read_tsconfigs(const Project& project, const PackageFolder& package_folder);

// What `specifier` stands for under a pattern: the text for '*', or nothing.
std::optional<std::string_view> match_pattern(std::string_view pattern, std::string_view specifier);
// `target` with its '*' replaced.
std::string fill_pattern(std::string_view target, std::string_view star);
// "@scope/name/sub/path" → "@scope/name", "sub/path".
std::pair<std::string_view, std::string_view> split_package(std::string_view specifier);

}  // namespace idem::typescript
