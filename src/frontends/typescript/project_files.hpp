// Paths of a project as module specifiers name them: without extension, as folders, or as what a build will write.
#pragma once

#include "source/project.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace idem::typescript {

// The folder of a path ("" for the root).
std::string_view folder_of(std::string_view path);
// `relative` seen from `folder`, without "." and ".."; nothing when it leads out of the root.
std::optional<std::string> join(std::string_view folder, std::string_view relative);
// The path below `folder`, or nothing when it is not below it.
std::optional<std::string_view> below(std::string_view folder, std::string_view path);

// The file of the project that stands for a path: itself, with an extension, as `.ts` where `.js` is written, or the
// index file of a folder. kNone when there is none.
std::uint32_t find_module_file(const Project& project, const std::string& path);
// The same for a path that a build writes (dist/index.js of a package in `folder`): its source.
std::uint32_t find_built_file(const Project& project, std::string_view folder, const std::string& path);

}  // namespace idem::typescript
