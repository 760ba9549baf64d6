#pragma once

#include "base/result.hpp"

#include <string>
#include <vector>

namespace idem {

// Where a project begins, and what of it the user asked for.
struct Scope {
  std::string root;                // absolute, links resolved
  std::vector<std::string> paths;  // files and folders below the root, relative, sorted; "" stands for the root itself
};

// Finds the root that belongs to what the user named (relative to `cwd`, which is absolute). From the folder that holds
// them all upward it is the nearest folder with an idem.toml; else that of the version control; else the outermost
// workspace of packages; else the one that holds a package manifest: seen from inside the project the outermost up to
// `cwd`, so that naming a part of a repository does not change what its paths are relative to; seen from outside the
// nearest. Where there is none it is the named folder, or `cwd` when sources stand between the two. The home folder,
// the temporary folder and "/" count only when named.
Result<Scope> find_scope(const std::vector<std::string>& named, const std::string& cwd);

// The same with the root given (`--root`): everything named must lie in it.
Result<Scope> scope_below(const std::string& root, const std::vector<std::string>& named, const std::string& cwd);

// Whether a relative path is one of the scope's or lies below one.
bool in_scope(const Scope& scope, std::string_view path);

}  // namespace idem
