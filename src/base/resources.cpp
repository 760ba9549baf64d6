#include "base/resources.hpp"

#include <fmt/core.h>

#include <cstdio>
#include <cstdlib>

namespace idem {

std::string_view resource(std::string_view path) {
  for (std::size_t i = 0; i < kResourceCount; ++i)
    if (kResources[i].path == path) return kResources[i].text;
  fmt::print(stderr, "idem: internal error: no embedded file {}\n", path);
  std::abort();
}

std::vector<Resource> resources_below(std::string_view folder) {
  std::vector<Resource> found;
  for (std::size_t i = 0; i < kResourceCount; ++i)
    if (kResources[i].path.starts_with(folder)) found.push_back(kResources[i]);
  return found;
}

}  // namespace idem
