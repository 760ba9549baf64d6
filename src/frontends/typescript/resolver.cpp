#include "frontends/typescript/resolver.hpp"

#include "frontends/typescript/packages.hpp"
#include "frontends/typescript/project_files.hpp"
#include "frontends/typescript/tsconfig.hpp"

#include <algorithm>
#include <memory>
#include <unordered_map>

namespace idem::typescript {

namespace {

// Read once per project, then only looked at: calls from several threads are safe.
class Resolver {
 public:
  explicit Resolver(const Project& project) : m_project(project), m_packages(read_packages(project)) {
    for (const Package& package : m_packages) {
      m_package_of_folder.emplace(package.folder, &package);
      if (!package.name.empty()) m_packages_by_name[package.name].push_back(&package);
    }
    m_configs = read_tsconfigs(project, [&](std::string_view name) -> std::optional<std::string> {
      const auto found = m_packages_by_name.find(std::string(name));
      if (found == m_packages_by_name.end()) return std::nullopt;
      return found->second.front()->folder;
    });
    // A folder may have both: tsconfig.json sorts last and wins.
    for (const TsConfig& config : m_configs) m_config_of_folder[config.folder] = &config;
  }

  ModuleTarget resolve(Index from_file, std::string_view specifier) const {
    if (from_file >= m_project.files.size()) return {};
    const std::string_view folder = folder_of(m_project.files[from_file].path);
    specifier = specifier.substr(specifier.rfind('!') + 1);  // loader!./file of webpack
    specifier = specifier.substr(0, specifier.find('?'));    // ./file?raw of Vite
    if (specifier.empty()) return {};
    if (specifier == "." || specifier == ".." || specifier.starts_with("./") || specifier.starts_with("../"))
      return relative(folder, specifier);
    if (specifier.starts_with('/')) return file(first_of({source_alias(folder, specifier.substr(1))}));
    const Index mapped = by_config(folder, specifier);
    if (mapped != kNone) return file(mapped);
    if (specifier.starts_with('#')) return by_imports(folder, specifier);
    return bare(folder, specifier);
  }

 private:
  static ModuleTarget file(Index index) {
    ModuleTarget target;
    if (index == kNone) return target;
    target.kind = ModuleTarget::Kind::file;
    target.file = index;
    return target;
  }

  static Index first_of(std::initializer_list<Index> candidates) {
    for (const Index candidate : candidates)
      if (candidate != kNone) return candidate;
    return kNone;
  }

  Index at_path(std::string_view folder, std::string_view path) const {
    const std::optional<std::string> joined = join(folder, path);
    return joined ? find_module_file(m_project, *joined) : kNone;
  }

  // Calls `visit` with the folder and each one above it until it answers true.
  template <typename Visit>
  static void upward(std::string_view folder, Visit visit) {
    while (!visit(folder) && !folder.empty()) folder = folder_of(folder);
  }

  const Package* package_of(std::string_view folder) const {
    const Package* found = nullptr;
    upward(folder, [&](std::string_view each) {
      const auto package = m_package_of_folder.find(std::string(each));
      if (package != m_package_of_folder.end()) found = package->second;
      return found != nullptr;
    });
    return found;
  }

  ModuleTarget relative(std::string_view folder, std::string_view specifier) const {
    const std::optional<std::string> path = join(folder, specifier);
    if (!path) return {};
    const Index found = find_module_file(m_project, *path);
    if (found != kNone) return file(found);
    const auto inner = m_package_of_folder.find(*path);
    if (inner != m_package_of_folder.end()) return file(entry(*inner->second));
    const Package* package = package_of(folder);
    return file(find_built_file(m_project, package == nullptr ? "" : package->folder, *path));
  }

  // Path mappings of the nearest configuration, then of those above it: more than the compiler allows, but what a
  // bundler's own configuration repeats is usually written at the top.
  Index by_config(std::string_view folder, std::string_view specifier) const {
    Index found = kNone;
    upward(folder, [&](std::string_view each) {
      const auto config = m_config_of_folder.find(std::string(each));
      if (config != m_config_of_folder.end()) found = mapped_by(*config->second, specifier);
      return found != kNone;
    });
    return found;
  }

  Index mapped_by(const TsConfig& config, std::string_view specifier) const {
    for (const PathRule& rule : config.paths) {
      const std::optional<std::string_view> star = match_pattern(rule.pattern, specifier);
      if (!star) continue;
      for (const std::string& target : rule.targets) {
        const Index found = target_file(config.folder, fill_pattern(target, *star));
        if (found != kNone) return found;
      }
    }
    return config.base_url ? at_path(*config.base_url, specifier) : kNone;
  }

  // A path relative to the root: a file, a package's folder, or what a build writes.
  Index target_file(std::string_view folder, const std::string& path) const {
    const std::optional<std::string> clean = join("", path);
    if (!clean) return kNone;
    const Index found = find_module_file(m_project, *clean);
    if (found != kNone) return found;
    const auto package = m_package_of_folder.find(*clean);
    if (package != m_package_of_folder.end()) return entry(*package->second);
    return find_built_file(m_project, folder, *clean);
  }

  Index package_file(const Package& package, const std::string& target) const {
    const std::optional<std::string> path = join(package.folder, target);
    if (!path) return kNone;
    return first_of({find_module_file(m_project, *path), find_built_file(m_project, package.folder, *path)});
  }

  Index entry(const Package& package) const {
    for (const std::string& target : package.entries) {
      const Index found = package_file(package, target);
      if (found != kNone) return found;
    }
    return first_of({at_path(package.folder, "src/index"), at_path(package.folder, "index"),
                     at_path(package.folder, "lib/index"), at_path(package.folder, "src/main"),
                     at_path(package.folder, "src")});
  }

  Index subpath(const Package& package, std::string_view path) const {
    if (path.empty()) return entry(package);
    const std::string key = "./" + std::string(path);
    for (const PathRule& rule : package.exports) {
      const std::optional<std::string_view> star = match_pattern(rule.pattern, key);
      if (!star) continue;
      for (const std::string& target : rule.targets) {
        const Index found = package_file(package, fill_pattern(target, *star));
        if (found != kNone) return found;
      }
    }
    const Index found = package_file(package, std::string(path));
    return found != kNone ? found : at_path(package.folder, "src/" + std::string(path));
  }

  // "#name" of the nearest package.json that maps it.
  ModuleTarget by_imports(std::string_view folder, std::string_view specifier) const {
    const Package* package = package_of(folder);
    if (package == nullptr) return {};
    for (const PathRule& rule : package->imports) {
      const std::optional<std::string_view> star = match_pattern(rule.pattern, specifier);
      if (!star) continue;
      for (const std::string& target : rule.targets) {
        const std::string filled = fill_pattern(target, *star);
        if (!filled.starts_with('.')) return bare(package->folder, filled);
        const Index found = package_file(*package, filled);
        if (found != kNone) return file(found);
      }
    }
    return {};
  }

  ModuleTarget bare(std::string_view folder, std::string_view specifier) const {
    const auto [name, path] = split_package(specifier);
    const Package* package = local_package(folder, name);
    if (package != nullptr) {
      const Index found = subpath(*package, path);
      if (found != kNone) return file(found);
    }
    // Conventions that frameworks generate their configuration for.
    for (const std::string_view alias : {"@/", "~/", "~~/", "@@/", "$lib/", "src/", "app/"}) {
      if (!specifier.starts_with(alias)) continue;
      const bool is_folder = alias == "src/" || alias == "app/";
      const std::string inside = alias == "$lib/" ? "lib/" + std::string(specifier.substr(alias.size()))
                                                  : std::string(is_folder ? specifier : specifier.substr(alias.size()));
      const Index found = source_alias(folder, inside);
      if (found != kNone || !is_folder) return file(found);
    }
    ModuleTarget target;
    target.kind = ModuleTarget::Kind::external;
    target.library = specifier.starts_with("node:") ? specifier.substr(5) : specifier;
    return target;
  }

  // A package of the project that the importing file may name: its own, one of its workspace, or a linked one.
  const Package* local_package(std::string_view folder, std::string_view name) const {
    const Package* own = package_of(folder);
    if (own != nullptr && own->name == name && !name.empty()) return own;
    if (own != nullptr) {
      const auto linked = own->linked.find(std::string(name));
      const auto package =
          linked == own->linked.end() ? m_package_of_folder.end() : m_package_of_folder.find(linked->second);
      if (package != m_package_of_folder.end()) return package->second;
    }
    const auto named = m_packages_by_name.find(std::string(name));
    if (named == m_packages_by_name.end()) return nullptr;
    const Package* best = nullptr;  // the one that shares most of the path, then the first by folder
    std::size_t best_shared = 0;
    for (const Package* package : named->second) {
      if (!package->workspace) continue;
      const auto differ = std::ranges::mismatch(package->folder, folder);
      const auto shared = static_cast<std::size_t>(differ.in1 - package->folder.begin()) + 1;
      if (shared > best_shared) {
        best = package;
        best_shared = shared;
      }
    }
    return best;
  }

  // Below the sources of the nearest package, wherever it keeps them, or below the root.
  Index source_alias(std::string_view folder, std::string_view path) const {
    const Package* package = package_of(folder);
    for (const std::string_view base : {package == nullptr ? std::string_view{} : package->folder, std::string_view{}})
      for (const char* sources : {"src", "", "app"}) {
        const std::optional<std::string> inside = join(base, sources);
        const Index found = inside ? at_path(*inside, path) : kNone;
        if (found != kNone) return found;
      }
    return kNone;
  }

  const Project& m_project;
  std::vector<Package> m_packages;
  std::vector<TsConfig> m_configs;
  std::unordered_map<std::string, const Package*> m_package_of_folder;
  std::unordered_map<std::string, std::vector<const Package*>> m_packages_by_name;
  std::unordered_map<std::string, const TsConfig*> m_config_of_folder;
};

}  // namespace

ModuleResolver make_resolver(const Project& project) {
  const auto resolver = std::make_shared<const Resolver>(project);
  return [resolver](Index from_file, std::string_view specifier) { return resolver->resolve(from_file, specifier); };
}

}  // namespace idem::typescript
