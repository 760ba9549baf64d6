#include "source/roots.hpp"

#include "frontends/frontend.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace idem {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 5> kVcs{".git", ".hg", ".jj", ".svn", ".bzr"};
constexpr std::array<const char*, 20> kManifests{
    "package.json",     "deno.json",     "pyproject.toml", "setup.py",         "setup.cfg",
    "requirements.txt", "Pipfile",       "manage.py",      "go.mod",           "go.work",
    "Cargo.toml",       "pom.xml",       "build.gradle",   "build.gradle.kts", "build.sbt",
    "settings.gradle",  "composer.json", "Gemfile",        "mix.exs",          "global.json"};

// Files that make a folder the top of several packages which import one another.
constexpr std::array<const char*, 5> kWorkspaces{"pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json",
                                                 "rush.json"};

template <typename Names>
bool holds_any(const fs::path& folder, const Names& names) {
  std::error_code error;
  return std::ranges::any_of(names, [&](const char* name) { return fs::exists(folder / name, error); });
}

bool holds_sources(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->is_regular_file(error) && frontend_for(it->path().filename().string()) != nullptr) return true;
  return false;
}

// Folders whose markers say nothing about what lies below: a manifest left in the home folder, a scratch folder.
bool too_wide(const fs::path& folder) {
  if (folder == folder.root_path() || folder == "/tmp" || folder == "/var/tmp") return true;
  std::error_code error;
  const char* home = std::getenv("HOME");
  return home != nullptr && *home != '\0' && fs::weakly_canonical(home, error) == folder;
}

bool contains(const fs::path& folder, const fs::path& path) {
  const auto [end, _] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

struct Named {
  std::vector<fs::path> paths;  // absolute, links resolved
  fs::path common;              // the folder that holds them all
};

Result<Named> resolve(const std::vector<std::string>& named, const fs::path& cwd) {
  Named found;
  std::vector<std::string> given = named;
  if (given.empty()) given.emplace_back(".");
  for (const std::string& name : given) {
    std::error_code error;
    const fs::path path = fs::canonical(cwd / name, error);
    if (error) return Error{ErrorKind::input, fmt::format("cannot read {}: {}", name, error.message())};
    const bool folder = fs::is_directory(path, error);
    if (!folder && !fs::is_regular_file(path, error))
      return Error{ErrorKind::input, fmt::format("{} is neither a file nor a folder", name)};
    found.paths.push_back(path);
    fs::path holder = folder ? path : path.parent_path();
    if (found.common.empty()) found.common = holder;
    while (!contains(found.common, holder)) found.common = found.common.parent_path();
  }
  return found;
}

fs::path nearest_or_outermost(const fs::path& from, const fs::path& cwd) {
  fs::path nearest, outermost;  // manifests; the outermost one not above cwd
  const bool inside = contains(cwd, from);
  for (fs::path folder = from;; folder = folder.parent_path()) {
    if ((folder == from || !too_wide(folder)) && holds_any(folder, kManifests)) {
      if (nearest.empty()) nearest = folder;
      if (inside && contains(cwd, folder)) outermost = folder;
    }
    if (folder == folder.parent_path()) break;
  }
  if (!outermost.empty()) return outermost;
  return nearest;
}

bool is_workspace(const fs::path& folder) {
  if (holds_any(folder, kWorkspaces)) return true;
  std::ifstream manifest(folder / "package.json", std::ios::binary);
  std::string text(64u << 10, '\0');
  manifest.read(text.data(), static_cast<std::streamsize>(text.size()));
  return std::string_view(text.data(), static_cast<std::size_t>(manifest.gcount())).find("\"workspaces\"") !=
         std::string_view::npos;
}

// The outermost workspace around a package: what the package imports from its siblings belongs to the project.
fs::path workspace_around(const fs::path& from) {
  fs::path found;
  for (fs::path folder = from; !too_wide(folder); folder = folder.parent_path())
    if (is_workspace(folder)) found = folder;
  return found;
}

fs::path root_of(const fs::path& from, const fs::path& cwd) {
  for (const bool vcs : {false, true}) {
    for (fs::path folder = from;; folder = folder.parent_path()) {
      const bool counts = folder == from || !too_wide(folder);
      std::error_code error;
      if (counts && (vcs ? holds_any(folder, kVcs) : fs::exists(folder / "idem.toml", error))) return folder;
      // An idem.toml above the version control's root belongs to something else.
      if (folder == folder.parent_path() || (!vcs && counts && holds_any(folder, kVcs))) break;
    }
  }
  if (fs::path workspace = workspace_around(from); !workspace.empty()) return workspace;
  fs::path manifest = nearest_or_outermost(from, cwd);
  if (!manifest.empty()) return manifest;
  if (contains(cwd, from) && from != cwd && !too_wide(cwd))
    for (fs::path folder = from; folder != cwd;) {
      folder = folder.parent_path();
      if (holds_sources(folder)) return cwd;
    }
  return from;
}

Scope scope_of(const fs::path& root, const Named& named) {
  Scope scope{root.string(), {}};
  for (const fs::path& path : named.paths)
    scope.paths.push_back(path == root ? "" : path.lexically_relative(root).generic_string());
  std::ranges::sort(scope.paths);
  scope.paths.erase(std::unique(scope.paths.begin(), scope.paths.end()), scope.paths.end());
  return scope;
}

}  // namespace

Result<Scope> find_scope(const std::vector<std::string>& named, const std::string& cwd) {
  std::error_code error;
  const fs::path here = fs::weakly_canonical(cwd, error);
  const Result<Named> resolved = resolve(named, here);
  if (!resolved) return resolved.error();
  return scope_of(root_of(resolved->common, here), *resolved);
}

Result<Scope> scope_below(const std::string& root, const std::vector<std::string>& named, const std::string& cwd) {
  std::error_code error;
  const fs::path here = fs::weakly_canonical(cwd, error);
  const fs::path top = fs::canonical(here / root, error);
  if (error || !fs::is_directory(top, error))
    return Error{ErrorKind::usage, fmt::format("--root {} is no folder", root)};
  const Result<Named> resolved = resolve(named.empty() ? std::vector<std::string>{top.string()} : named, here);
  if (!resolved) return resolved.error();
  if (!contains(top, resolved->common))
    return Error{ErrorKind::usage, fmt::format("a path lies outside of --root {}", root)};
  return scope_of(top, *resolved);
}

bool in_scope(const Scope& scope, std::string_view path) {
  return std::ranges::any_of(scope.paths, [&](const std::string& wanted) {
    return wanted.empty() || path == wanted || (path.starts_with(wanted) && path[wanted.size()] == '/');
  });
}

}  // namespace idem
