#include "frontends/typescript/tsconfig.hpp"

#include "base/jsonc.hpp"
#include "frontends/typescript/project_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace idem::typescript {

using Json = nlohmann::json;

namespace {

constexpr int kMaxExtends = 12;            // longer chains are cycles
constexpr std::size_t kMaxConfigs = 5000;  // of a hostile or absurd repository the rest is not read

// What one file says, before the file that names it adds to it.
struct Options {
  std::optional<std::string> base_url;
  std::string paths_folder;  // where `paths` stood
  std::vector<PathRule> paths;
};

class Reader {
 public:
  Reader(const Project& project, const PackageFolder& package_folder)
      : m_project(project), m_package_folder(package_folder) {}

  TsConfig read(const std::string& path) {
    m_config_folder = folder_of(path);
    Options options = options_of(path, kMaxExtends);
    TsConfig config{.folder = m_config_folder, .base_url = options.base_url, .paths = {}};
    const std::string& base = options.base_url ? *options.base_url : options.paths_folder;
    for (PathRule& rule : options.paths) {
      for (std::string& target : rule.targets) target = located(base, target).value_or("");
      std::erase(rule.targets, "");
      if (!rule.targets.empty()) config.paths.push_back(std::move(rule));
    }
    // The longest text before the star wins, a pattern without a star over all.
    std::ranges::stable_sort(config.paths, std::ranges::greater{}, [](const PathRule& rule) {
      const std::size_t star = rule.pattern.find('*');
      return star == std::string::npos ? rule.pattern.size() + 1'000'000 : star;
    });
    return config;
  }

 private:
  Options options_of(const std::string& path, int depth) {
    Options options;
    if (depth == 0) return options;
    const Json json = Json::parse(without_json_extras(m_project.read_other(path)), nullptr, false);
    if (!json.is_object()) return options;
    const std::string folder(folder_of(path));
    const auto extends = json.find("extends");
    if (extends != json.end()) {
      for (const Json& base : extends->is_array() ? *extends : Json::array({*extends})) {
        if (!base.is_string()) continue;
        inherit(options, options_of(config_path(folder, base.get<std::string>()), depth - 1));
      }
    }
    const auto compiler = json.find("compilerOptions");
    if (compiler != json.end() && compiler->is_object()) read_compiler_options(*compiler, folder, options);
    // A solution file only lists the real configurations.
    const auto references = json.find("references");
    if (options.paths.empty() && !options.base_url && references != json.end() && references->is_array()) {
      for (const Json& reference : *references) {
        const auto target = reference.is_object() ? reference.find("path") : reference.end();
        if (!reference.is_object() || target == reference.end() || !target->is_string()) continue;
        const std::string referenced = config_path(folder, "./" + target->get<std::string>());
        if (folder_of(referenced) == folder && referenced != path) inherit(options, options_of(referenced, depth / 2));
      }
    }
    return options;
  }

  void read_compiler_options(const Json& compiler, const std::string& folder, Options& options) {
    const auto base_url = compiler.find("baseUrl");
    if (base_url != compiler.end() && base_url->is_string())
      options.base_url = located(folder, base_url->get<std::string>());
    const auto paths = compiler.find("paths");
    if (paths == compiler.end() || !paths->is_object()) return;
    options.paths.clear();
    options.paths_folder = folder;
    for (const auto& [pattern, targets] : paths->items()) {
      PathRule rule{.pattern = pattern, .targets = {}};
      if (targets.is_array())
        for (const Json& target : targets)
          if (target.is_string()) rule.targets.push_back(target.get<std::string>());
      options.paths.push_back(std::move(rule));
    }
  }

  // A path of the file in `folder`, relative to the root. ${configDir} is the folder of the file that was read first,
  // whoever wrote the option.
  std::optional<std::string> located(const std::string& folder, std::string_view path) const {
    constexpr std::string_view kConfigDir = "${configDir}";
    if (path.starts_with(kConfigDir)) return join(m_config_folder, path.substr(kConfigDir.size()));
    return join(folder, path);
  }

  static void inherit(Options& options, Options base) {
    if (base.base_url) options.base_url = base.base_url;
    if (base.paths.empty()) return;
    options.paths = std::move(base.paths);
    options.paths_folder = base.paths_folder;
  }

  std::string config_path(const std::string& folder, const std::string& name) const {
    std::string path;
    if (name.starts_with('.') || name.starts_with('/')) {
      path = join(folder, name).value_or("");
    } else {
      const auto [package, rest] = split_package(name);
      const std::optional<std::string> found = m_package_folder(package);
      if (!found) return "";
      path = join(*found, rest).value_or("");
    }
    if (path.ends_with(".json")) return path;
    if (std::ranges::binary_search(m_project.others, path + ".json")) return path + ".json";
    return path.empty() ? "tsconfig.json" : path + "/tsconfig.json";
  }

  const Project& m_project;
  const PackageFolder& m_package_folder;
  std::string m_config_folder;
};

}  // namespace

std::vector<TsConfig> read_tsconfigs(const Project& project, const PackageFolder& package_folder) {
  std::vector<TsConfig> configs;
  Reader reader(project, package_folder);
  for (const std::string& path : project.others) {
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    if (name != "tsconfig.json" && name != "jsconfig.json") continue;
    if (configs.size() == kMaxConfigs) break;
    configs.push_back(reader.read(path));
  }
  std::ranges::stable_sort(configs, {}, &TsConfig::folder);
  return configs;
}

std::optional<std::string_view> match_pattern(std::string_view pattern, std::string_view specifier) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == specifier ? std::optional(std::string_view{}) : std::nullopt;
  const std::string_view head = pattern.substr(0, star), tail = pattern.substr(star + 1);
  if (specifier.size() < head.size() + tail.size() || !specifier.starts_with(head) || !specifier.ends_with(tail))
    return std::nullopt;
  return specifier.substr(star, specifier.size() - head.size() - tail.size());
}

std::string fill_pattern(std::string_view target, std::string_view star) {
  std::string filled(target);
  const std::size_t at = filled.find('*');
  if (at != std::string::npos) filled.replace(at, 1, star);
  return filled;
}

std::pair<std::string_view, std::string_view> split_package(std::string_view specifier) {
  std::size_t slash = specifier.find('/');
  if (specifier.starts_with('@') && slash != std::string_view::npos) slash = specifier.find('/', slash + 1);
  if (slash == std::string_view::npos) return {specifier, {}};
  return {specifier.substr(0, slash), specifier.substr(slash + 1)};
}

}  // namespace idem::typescript
