#include "frontends/typescript/packages.hpp"

#include "base/glob.hpp"
#include "base/jsonc.hpp"
#include "frontends/typescript/project_files.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace idem::typescript {

using Json = nlohmann::json;
using namespace std::string_view_literals;

namespace {

constexpr std::size_t kMaxPackages = 5000;
constexpr int kMaxConditions = 8;  // nesting of conditions in exports
// Sources before builds; types last, for they are declarations.
constexpr std::array kConditions{"source"sv,  "development"sv, "import"sv, "module"sv, "node"sv, "require"sv,
                                 "default"sv, "browser"sv,     "worker"sv, "bun"sv,    "deno"sv, "types"sv};

// Patterns of the packages that belong together, below the folder of the file that lists them.
struct Workspace {
  std::string folder;
  std::vector<std::string> patterns;
};

void collect_targets(const Json& value, std::vector<std::string>& targets, int depth) {
  if (depth == 0) return;
  if (value.is_string()) {
    targets.push_back(value.get<std::string>());
  } else if (value.is_array()) {
    for (const Json& each : value) collect_targets(each, targets, depth - 1);
  } else if (value.is_object()) {
    for (const std::string_view condition : kConditions) {
      const auto found = value.find(std::string(condition));
      if (found != value.end()) collect_targets(*found, targets, depth - 1);
    }
    for (const auto& [condition, target] : value.items())
      if (std::ranges::find(kConditions, condition) == kConditions.end()) collect_targets(target, targets, depth - 1);
  }
}

std::vector<PathRule> rules_of(const Json& table, std::string_view mark) {
  std::vector<PathRule> rules;
  for (const auto& [key, value] : table.items()) {
    if (!key.starts_with(mark)) continue;
    PathRule rule{.pattern = key, .targets = {}};
    collect_targets(value, rule.targets, kMaxConditions);
    if (!rule.targets.empty()) rules.push_back(std::move(rule));
  }
  std::ranges::stable_sort(rules, std::ranges::greater{}, [](const PathRule& rule) { return rule.pattern.size(); });
  return rules;
}

void read_exports(const Json& exports, Package& package) {
  const bool has_subpaths = exports.is_object() && !exports.empty() && exports.begin().key().starts_with('.');
  if (!has_subpaths) {
    collect_targets(exports, package.entries, kMaxConditions);
    return;
  }
  const auto itself = exports.find(".");
  if (itself != exports.end()) collect_targets(*itself, package.entries, kMaxConditions);
  package.exports = rules_of(exports, "./");
}

void read_linked(const Json& json, Package& package) {
  for (const std::string_view list : {"dependencies"sv, "devDependencies"sv, "peerDependencies"sv}) {
    const auto found = json.find(std::string(list));
    if (found == json.end() || !found->is_object()) continue;
    for (const auto& [name, version] : found->items()) {
      if (!version.is_string()) continue;
      const std::string text = version.get<std::string>();
      for (const std::string_view scheme : {"file:"sv, "link:"sv, "portal:"sv})
        if (text.starts_with(scheme))
          if (const auto folder = join(package.folder, text.substr(scheme.size()))) package.linked[name] = *folder;
    }
  }
}

void add_patterns(const Json& list, Workspace& workspace) {
  if (!list.is_array()) return;
  for (const Json& pattern : list)
    if (pattern.is_string()) workspace.patterns.push_back(pattern.get<std::string>());
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r'\"";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

// The `packages:` list of pnpm-workspace.yaml, in block or flow form. It is all that is read of the file.
void read_pnpm(std::string_view text, Workspace& workspace) {
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t hash = line.find(" #");
    if (hash != std::string_view::npos) line = line.substr(0, hash);
    const std::string_view content = trimmed(line);
    if (content.empty() || content.starts_with('#')) continue;
    if (line.starts_with("packages:")) {
      inside = true;
      std::string_view flow = line.substr(9);
      while (!flow.empty()) {
        const std::size_t comma = std::min(flow.find_first_of(",]"), flow.size());
        const std::string_view item = flow.substr(0, comma);
        const std::size_t bracket = item.find('[');
        const std::string_view pattern = trimmed(bracket == std::string_view::npos ? item : item.substr(bracket + 1));
        if (!pattern.empty()) workspace.patterns.emplace_back(pattern);
        flow.remove_prefix(std::min(comma + 1, flow.size()));
      }
    } else if (content.starts_with('-')) {
      if (inside) workspace.patterns.emplace_back(trimmed(content.substr(1)));
    } else {
      inside = false;
    }
  }
}

Package read_package(const Json& json, std::string_view folder) {
  Package package{.folder = std::string(folder)};
  const auto text = [&](const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  package.name = text("name");
  const std::string source = text("source");
  if (!source.empty()) package.entries.push_back(source);
  const auto exports = json.find("exports");
  if (exports != json.end()) read_exports(*exports, package);
  for (const char* key : {"module", "main", "types", "typings"})
    if (const std::string entry = text(key); !entry.empty()) package.entries.push_back(entry);
  const auto imports = json.find("imports");
  if (imports != json.end() && imports->is_object()) package.imports = rules_of(*imports, "#");
  read_linked(json, package);
  return package;
}

bool takes_in(const Workspace& workspace, std::string_view folder) {
  const std::optional<std::string_view> inside = below(workspace.folder, folder);
  if (!inside) return false;
  bool in = false;
  for (std::string_view pattern : workspace.patterns) {
    const bool out = pattern.starts_with('!');
    if (out) pattern.remove_prefix(1);
    if (pattern.starts_with("./")) pattern.remove_prefix(2);
    while (pattern.ends_with('/')) pattern.remove_suffix(1);
    if (glob_match(pattern, *inside)) in = !out;
  }
  return in;
}

}  // namespace

std::vector<Package> read_packages(const Project& project) {
  std::vector<Package> packages;
  std::vector<Workspace> workspaces;
  for (const std::string& path : project.others) {
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    const std::string folder(folder_of(path));
    if (name == "pnpm-workspace.yaml") {
      Workspace workspace{.folder = folder, .patterns = {}};
      read_pnpm(project.read_other(path), workspace);
      workspaces.push_back(std::move(workspace));
      continue;
    }
    if (name != "package.json" && name != "lerna.json") continue;
    if (packages.size() == kMaxPackages) break;
    const Json json = Json::parse(without_json_extras(project.read_other(path)), nullptr, false);
    if (!json.is_object()) continue;
    Workspace workspace{.folder = folder, .patterns = {}};
    const auto listed = json.find(name == "lerna.json" ? "packages" : "workspaces");
    if (listed != json.end()) {
      const bool nested = listed->is_object() && listed->contains("packages");
      add_patterns(nested ? (*listed)["packages"] : *listed, workspace);
    }
    if (!workspace.patterns.empty()) workspaces.push_back(std::move(workspace));
    if (name == "package.json") packages.push_back(read_package(json, folder));
  }
  for (Package& package : packages)
    for (const Workspace& workspace : workspaces)
      package.workspace = package.workspace || takes_in(workspace, package.folder);
  std::ranges::stable_sort(packages, {}, &Package::folder);
  return packages;
}

}  // namespace idem::typescript
