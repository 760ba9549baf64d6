#pragma once

#include "frontends/frontend.hpp"

namespace idem::go {

// Lowers one Go file.
FileFacts lower_file(std::string_view path, std::string_view text);

// Resolves import paths through the go.mod and go.work files of a project. An import of a package of the project gives
// its directory, any other the library of that path.
ModuleResolver make_resolver(const Project& project);

}  // namespace idem::go
