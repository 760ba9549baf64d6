#include "frontends/typescript/project_files.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace idem::typescript {

namespace {

using namespace std::string_view_literals;

constexpr std::uint32_t kAbsent = 0xffffffffu;
constexpr std::array kExtensions{".ts"sv,  ".tsx"sv, ".mts"sv, ".cts"sv, ".js"sv,
                                 ".mjs"sv, ".cjs"sv, ".jsx"sv, ".d.ts"sv};
// TypeScript sources are imported under the name of what they compile to.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kCompiledFrom{
    {{".js", ".ts"}, {".js", ".tsx"}, {".js", ".jsx"}, {".jsx", ".tsx"}, {".mjs", ".mts"}, {".cjs", ".cts"}}};
constexpr std::array kBuildFolders{"dist"sv, "build"sv, "lib"sv,   "out"sv, "output"sv,  "es"sv,
                                   "esm"sv,  "cjs"sv,   "types"sv, "src"sv, ".medusa"sv, "server"sv};

std::uint32_t with_extension(const Project& project, const std::string& path) {
  for (const std::string_view extension : kExtensions) {
    const std::uint32_t found = project.find(path + std::string(extension));
    if (found != kAbsent) return found;
  }
  return kAbsent;
}

}  // namespace

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

std::optional<std::string> join(std::string_view folder, std::string_view relative) {
  std::vector<std::string_view> parts;
  for (std::string_view rest : {folder, relative}) {
    while (!rest.empty()) {
      const std::size_t slash = std::min(rest.find('/'), rest.size());
      const std::string_view part = rest.substr(0, slash);
      rest.remove_prefix(std::min(slash + 1, rest.size()));
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.empty()) {
        return std::nullopt;
      } else {
        parts.pop_back();
      }
    }
  }
  std::string path;
  for (const std::string_view part : parts) {
    if (!path.empty()) path += '/';
    path += part;
  }
  return path;
}

std::optional<std::string_view> below(std::string_view folder, std::string_view path) {
  if (folder.empty()) return path;
  if (path == folder) return std::string_view{};
  if (!path.starts_with(folder) || path[folder.size()] != '/') return std::nullopt;
  return path.substr(folder.size() + 1);
}

std::uint32_t find_module_file(const Project& project, const std::string& path) {
  if (!path.empty()) {
    const std::uint32_t exact = project.find(path);
    if (exact != kAbsent) return exact;
    for (const auto& [written, source] : kCompiledFrom) {
      if (!path.ends_with(written)) continue;
      const std::uint32_t found = project.find(path.substr(0, path.size() - written.size()) + std::string(source));
      if (found != kAbsent) return found;
    }
    const std::uint32_t found = with_extension(project, path);
    if (found != kAbsent) return found;
  }
  return with_extension(project, path.empty() ? "index" : path + "/index");
}

// dist/esm/index.js → src/esm/index, esm/index, src/index, index
std::uint32_t find_built_file(const Project& project, std::string_view folder, const std::string& path) {
  const std::optional<std::string_view> inside = below(folder, path);
  if (!inside) return kAbsent;
  std::string_view rest = *inside;
  while (true) {
    const std::size_t slash = rest.find('/');
    const std::string_view head = rest.substr(0, slash);
    if (std::ranges::find(kBuildFolders, head) == kBuildFolders.end()) return kAbsent;
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    for (const std::string_view source : {"src"sv, ""sv}) {
      const std::optional<std::string> base = join(folder, source);
      const std::optional<std::string> candidate = base ? join(*base, rest) : std::nullopt;
      if (!candidate) continue;
      const std::uint32_t found = find_module_file(project, *candidate);
      if (found != kAbsent) return found;
    }
    if (rest.empty()) return kAbsent;
  }
}

}  // namespace idem::typescript
