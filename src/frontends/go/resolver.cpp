// Go modules: where an import path leads.
//
// Every go.mod of the project is taken as part of the build, whether a go.work or a replace names it or not: a sibling
// module that the build would fetch by version is still the same code, and here it can be read.
#include "frontends/go/manifest.hpp"
#include "frontends/go/module.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_set>

namespace idem::go {
namespace {

struct Mapping {
  std::string path;       // module path
  std::string directory;  // relative to the root, "" = the root
};

// A folder with a go.mod, and the replacements it makes for its own packages.
struct Module {
  std::string directory;
  std::vector<Mapping> replaced;
};

struct Modules {
  std::vector<Mapping> all;       // longest path first
  std::vector<Module> by_folder;  // deepest folder first
  std::vector<Mapping> workspace_replaced;
  std::unordered_set<std::string> directories;  // that hold a Go file
  std::vector<std::string> folders;             // by file: its directory
};

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

bool is_within(std::string_view path, std::string_view folder) {
  return folder.empty() || path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
}

std::string join(std::string_view a, std::string_view b) {
  if (a.empty() || b.empty()) return std::string(a.empty() ? b : a);
  return std::string(a) + "/" + std::string(b);
}

// Joins and resolves "." and ".."; nothing when it leaves the root.
std::optional<std::string> normalized(std::string_view base, std::string_view relative) {
  std::vector<std::string_view> parts;
  for (std::string_view text : {base, relative}) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('/'), text.size());
      const std::string_view part = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      if (part == "..") {
        if (parts.empty()) return std::nullopt;
        parts.pop_back();
      } else if (!part.empty() && part != ".") {
        parts.push_back(part);
      }
    }
  }
  std::string out;
  for (const std::string_view part : parts) out = join(out, part);
  return out;
}

std::vector<Mapping> local_replacements(const Manifest& manifest, std::string_view folder) {
  std::vector<Mapping> out;
  for (const Replacement& replacement : manifest.replacements)
    if (const auto directory = normalized(folder, replacement.local)) out.push_back({replacement.module, *directory});
  return out;
}

void longest_first(std::vector<Mapping>& mappings) {
  std::ranges::stable_sort(mappings, [](const Mapping& a, const Mapping& b) { return a.path.size() > b.path.size(); });
}

// vendor/ holds copies of libraries, and testdata/ modules that the build never sees.
bool is_ignored(std::string_view path) {
  const std::string rooted = "/" + std::string(path);
  return rooted.find("/vendor/") != std::string::npos || rooted.find("/testdata/") != std::string::npos;
}

Modules read_modules(const Project& project) {
  Modules modules;
  for (const SourceFile& file : project.files) {
    modules.folders.push_back(folder_of(file.path));
    if (file.path.ends_with(".go")) modules.directories.insert(modules.folders.back());
  }
  for (const std::string& path : project.others) {
    const std::string folder = folder_of(path);
    const std::string_view name = std::string_view(path).substr(folder.empty() ? 0 : folder.size() + 1);
    if ((name != "go.mod" && name != "go.work") || is_ignored(path)) continue;
    const Manifest manifest = read_manifest(project.read_other(path));
    std::vector<Mapping> replaced = local_replacements(manifest, folder);
    longest_first(replaced);
    if (name == "go.work") {
      modules.workspace_replaced.insert(modules.workspace_replaced.end(), replaced.begin(), replaced.end());
      continue;
    }
    if (!manifest.module.empty()) modules.all.push_back({manifest.module, folder});
    modules.by_folder.push_back({folder, std::move(replaced)});
  }
  longest_first(modules.all);
  longest_first(modules.workspace_replaced);
  std::ranges::stable_sort(modules.by_folder,
                           [](const Module& a, const Module& b) { return a.directory.size() > b.directory.size(); });
  return modules;
}

// The directory that a mapping gives an import path, if it holds Go files of the project.
std::optional<std::string> directory_by(const Modules& modules, const std::vector<Mapping>& mappings,
                                        std::string_view import_path) {
  for (const Mapping& mapping : mappings) {
    if (!is_within(import_path, mapping.path) || mapping.path.empty()) continue;
    const std::string_view rest = import_path.substr(std::min(mapping.path.size() + 1, import_path.size()));
    auto directory = normalized(mapping.directory, rest);
    if (directory && modules.directories.contains(*directory)) return directory;
  }
  return std::nullopt;
}

const Module* module_of(const Modules& modules, std::string_view folder) {
  for (const Module& module : modules.by_folder)
    if (is_within(folder, module.directory)) return &module;
  return nullptr;
}

// Without any go.mod the module's own path is unknown: the longest end of the import path that is a folder here.
std::optional<std::string> directory_by_ending(const Modules& modules, std::string_view import_path) {
  const std::size_t host = import_path.find('/');
  if (host == std::string_view::npos || import_path.substr(0, host).find('.') == std::string_view::npos)
    return std::nullopt;
  for (std::size_t slash = host; slash != std::string_view::npos; slash = import_path.find('/', slash + 1)) {
    const std::string ending(import_path.substr(slash + 1));
    if (modules.directories.contains(ending)) return ending;
  }
  return std::nullopt;
}

std::optional<std::string> directory_of(const Modules& modules, std::string_view folder, std::string_view import_path) {
  if (import_path.starts_with("./") || import_path.starts_with("../")) {
    auto directory = normalized(folder, import_path);
    return directory && modules.directories.contains(*directory) ? directory : std::nullopt;
  }
  if (auto found = directory_by(modules, modules.workspace_replaced, import_path)) return found;
  const Module* own = module_of(modules, folder);
  if (own != nullptr)
    if (auto found = directory_by(modules, own->replaced, import_path)) return found;
  if (auto found = directory_by(modules, modules.all, import_path)) return found;
  return own == nullptr && modules.all.empty() ? directory_by_ending(modules, import_path) : std::nullopt;
}

}  // namespace

ModuleResolver make_resolver(const Project& project) {
  const auto modules = std::make_shared<const Modules>(read_modules(project));
  return [modules](Index from_file, std::string_view import_path) {
    ModuleTarget target;
    if (import_path.empty()) return target;
    const std::string_view folder =
        from_file < modules->folders.size() ? std::string_view(modules->folders[from_file]) : "";
    if (auto directory = directory_of(*modules, folder, import_path)) {
      target.kind = ModuleTarget::Kind::directory;
      target.directory = std::move(*directory);
    } else {
      target.kind = ModuleTarget::Kind::external;
      target.library = import_path;
    }
    return target;
  };
}

}  // namespace idem::go
