#include "frontends/python/resolver.hpp"

#include "frontends/python/stdlib.hpp"

#include <algorithm>
#include <cctype>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace idem::python {

namespace {

constexpr std::size_t kMaxRoots = 256;  // folders with a manifest that are tried for every module

std::string parent_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : std::string(path.substr(0, slash));
}

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string join(std::string_view folder, std::string_view name) {
  if (folder.empty() || name.empty()) return std::string(folder.empty() ? name : folder);
  return std::string(folder) + "/" + std::string(name);
}

std::string as_path(std::string_view dotted) {
  std::string path(dotted);
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

bool is_manifest(std::string_view name) {
  return name == "pyproject.toml" || name == "setup.py" || name == "setup.cfg" || name == "Pipfile" ||
         (name.starts_with("requirements") && name.ends_with(".txt"));
}

class Modules {
 public:
  explicit Modules(const Project& project);
  ModuleTarget resolve(Index from, std::string_view specifier) const;

 private:
  void read_requirements(std::string_view name, std::string_view text);
  void require_first_word(std::string_view text);
  ModuleTarget relative(Index from, std::string_view specifier) const;
  ModuleTarget absolute(Index from, std::string_view module) const;
  ModuleTarget below(const std::string& root, std::string_view module) const;
  // Folders that are surely or likely on the path, then those that may be.
  std::vector<std::string> roots_for(std::string_view path) const;
  std::vector<std::string> loose_roots_for(std::string_view path) const;
  bool is_own_package(const std::string& root, std::string_view top) const;

  const Project& m_project;
  std::unordered_set<std::string> m_folders;   // that hold Python, at any depth
  std::vector<std::string> m_marked;           // folders with a manifest or manage.py, and their src; sorted
  std::unordered_set<std::string> m_required;  // libraries that the manifests name
};

Modules::Modules(const Project& project) : m_project(project) {
  std::set<std::string> marked;
  const auto mark = [&](const std::string& folder) {
    marked.insert(folder);
    if (const std::string source = join(folder, "src"); m_folders.contains(source)) marked.insert(source);
  };
  for (const SourceFile& file : project.files) {
    if (!file.path.ends_with(".py")) continue;
    for (std::string folder = parent_of(file.path); m_folders.insert(folder).second && !folder.empty();)
      folder = parent_of(folder);
  }
  for (const SourceFile& file : project.files)
    if (file_name(file.path) == "setup.py" || file_name(file.path) == "manage.py") mark(parent_of(file.path));
  for (const std::string& path : project.others) {
    if (!is_manifest(file_name(path))) continue;
    mark(parent_of(path));
    read_requirements(file_name(path), project.read_other(path));
  }
  mark("");
  m_marked.assign(marked.begin(), marked.end());
  if (m_marked.size() > kMaxRoots) m_marked.resize(kMaxRoots);
}

// The word that starts a requirement, spelled as its module most likely is: names of distributions differ from those of
// modules by case and by '-' for '_'.
void Modules::require_first_word(std::string_view text) {
  std::string word;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) == 0 && c != '-' && c != '_') break;
    word += c == '-' ? '_' : static_cast<char>(std::tolower(byte));
  }
  if (!word.empty()) m_required.insert(word);
}

// Reads a manifest by its lines, well enough to know which words are requirements: all lines of requirements*.txt, else
// those of a section or a list that is named so.
void Modules::read_requirements(std::string_view name, std::string_view text) {
  const bool all = name.ends_with(".txt");
  bool section = false, list = false;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const bool indented = line.starts_with(' ') || line.starts_with('\t');
    line.remove_prefix(std::min(line.size(), line.find_first_not_of(" \t")));
    if (line.empty() || line[0] == '#') continue;
    if (!list && line[0] == '[') {
      section = line.find("dependenc") != std::string_view::npos || line.find("packages]") != std::string_view::npos;
      continue;
    }
    if (list && !indented && line[0] != ']' && line[0] != '"' && line[0] != '\'') list = false;
    const std::string_view key = line.substr(0, line.find('='));
    if (!list && (key.find("dependencies") != std::string_view::npos || key.find("requires") != std::string_view::npos))
      list = line.size() > key.size();
    if (!all && !section && !list) continue;
    if (all || section || line.size() == key.size()) require_first_word(line);
    for (std::size_t i = 0; i < line.size(); ++i)
      if (line[i] == '"' || line[i] == '\'') require_first_word(line.substr(i + 1));
    if (line.ends_with(']') && line.find('[') == std::string_view::npos) list = false;
  }
}

ModuleTarget Modules::resolve(Index from, std::string_view specifier) const {
  if (from >= m_project.files.size() || specifier.empty()) return {};
  return specifier[0] == '.' ? relative(from, specifier) : absolute(from, specifier);
}

// A package with __init__.py comes before a module of the same name, a bare folder after it, as Python has it.
ModuleTarget Modules::below(const std::string& root, std::string_view module) const {
  const std::string path = join(root, as_path(module));
  ModuleTarget target;
  for (const std::string& candidate : {join(path, "__init__.py"), path + ".py"}) {
    target.file = m_project.find(candidate);
    if (target.file == kNone) continue;
    target.kind = ModuleTarget::Kind::file;
    return target;
  }
  if (!m_folders.contains(path)) return {};
  target.kind = ModuleTarget::Kind::directory;
  target.directory = path;
  return target;
}

ModuleTarget Modules::relative(Index from, std::string_view specifier) const {
  std::string folder = parent_of(m_project.files[from].path);
  std::size_t dots = 0;
  while (dots < specifier.size() && specifier[dots] == '.') ++dots;
  for (std::size_t up = 1; up < dots; ++up) {
    if (folder.empty()) return {};
    folder = parent_of(folder);
  }
  return below(folder, specifier.substr(dots));
}

std::vector<std::string> Modules::roots_for(std::string_view path) const {
  std::vector<std::string> roots;
  // The folder above the outermost package that holds the file.
  std::string folder = parent_of(path);
  bool packaged = false;
  while (!folder.empty() && m_project.find(join(folder, "__init__.py")) != kNone) {
    folder = parent_of(folder);
    packaged = true;
  }
  if (packaged) roots.push_back(folder);
  const auto add = [&](const std::string& root) {
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
  };
  for (std::string at = parent_of(path);; at = parent_of(at)) {
    for (const std::string& root : {at, join(at, "src")})
      if (std::binary_search(m_marked.begin(), m_marked.end(), root)) add(root);
    if (at.empty()) break;
  }
  for (const std::string& root : m_marked) add(root);
  return roots;
}

std::vector<std::string> Modules::loose_roots_for(std::string_view path) const {
  std::vector<std::string> roots;
  for (std::string at = parent_of(path); !at.empty(); at = parent_of(at)) roots.push_back(at);
  return roots;
}

bool Modules::is_own_package(const std::string& root, std::string_view top) const {
  return below(root, top).kind == ModuleTarget::Kind::file;
}

ModuleTarget Modules::absolute(Index from, std::string_view module) const {
  const std::string& path = m_project.files[from].path;
  const std::string_view top = module.substr(0, module.find('.'));
  ModuleTarget library{.kind = ModuleTarget::Kind::external, .directory = {}, .library = std::string(module)};
  // A file named json.py or celery.py is no reason to take `import json` for it.
  if (top == module && is_standard_module(top)) return library;
  // A module that imports its own name means the library; a package may well mean itself.
  const bool package = path.ends_with("__init__.py");
  const auto is_itself = [&](const ModuleTarget& found) { return found.file == from && top == module && !package; };
  const std::vector<std::string> roots = roots_for(path);
  for (const std::string& root : roots) {
    ModuleTarget found = below(root, module);
    if (found.kind != ModuleTarget::Kind::unknown && !is_itself(found)) return found;
  }
  std::string lower(top);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
  const bool required = m_required.contains(lower) || is_standard_module(top);
  for (const std::string& root : loose_roots_for(path)) {
    if (required && top == module) break;
    ModuleTarget found = below(root, module);
    // A required library is shadowed by nothing less than the very submodule.
    const bool sure = found.kind == ModuleTarget::Kind::file || !required;
    if (sure && found.kind != ModuleTarget::Kind::unknown && !is_itself(found)) return found;
  }
  // A part that a package of the project lacks is no library.
  const auto own = [&](const std::string& root) { return is_own_package(root, top); };
  if (top != module && !required && std::any_of(roots.begin(), roots.end(), own)) return {};
  return library;
}

}  // namespace

ModuleResolver make_resolver(const Project& project) {
  const auto modules = std::make_shared<const Modules>(project);
  return [modules](Index from, std::string_view specifier) { return modules->resolve(from, specifier); };
}

}  // namespace idem::python
