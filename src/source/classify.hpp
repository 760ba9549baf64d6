#pragma once

#include "source/project.hpp"

#include <string>
#include <string_view>

namespace idem {

// Why a folder is left out by its name, or "" when it is not: "vendored" (node_modules, vendor beside a manifest, …),
// "build output" (dist, target beside a manifest, …), "tests", "hidden". `parent_has_manifest`: a package manifest
// stands beside it.
std::string_view folder_reason(std::string_view path, bool parent_has_manifest);

// Why a file that a front end reads is left out by its name: "tests", "vendored", "generated", "minified", or "".
std::string_view file_reason(std::string_view path, const Frontend& frontend);

// Why a file is left out by what it holds: "binary", "generated" (a header that says so), "minified" (lines far longer
// than people write), or "".
std::string_view text_reason(std::string_view text);

// Whether the place of a file makes it a route (Next.js app and pages folders, SvelteKit, Remix, Nuxt, …): such files
// are entry points whatever their folders are called.
bool is_route_file(std::string_view path);
// Whether a folder may hold route files further down.
bool in_route_tree(std::string_view folder);

}  // namespace idem
