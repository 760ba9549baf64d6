#include "source/classify.hpp"

#include "base/glob.hpp"
#include "frontends/frontend.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace idem {

namespace {

using namespace std::string_view_literals;

constexpr std::array kVendored{"node_modules"sv, "bower_components"sv, "jspm_packages"sv,  "site-packages"sv,
                               "third_party"sv,  "third-party"sv,      "thirdparty"sv,     "3rdparty"sv,
                               "Godeps"sv,       "__pycache__"sv,      "__pypackages__"sv, "virtualenv"sv};
// Left out only beside a package manifest: elsewhere they may well be a part of the application ("/vendor" of a
// marketplace, a package "build").
constexpr std::array kVendoredBesideManifest{"vendor"sv, "venv"sv};
constexpr std::array kOutput{"dist"sv, "cdk.out"sv, "storybook-static"sv};
constexpr std::array kOutputBesideManifest{"build"sv, "out"sv, "target"sv, "coverage"sv, "htmlcov"sv};
constexpr std::array kTests{
    "test"sv,       "tests"sv,      "__tests__"sv,         "__test__"sv,          "spec"sv,         "specs"sv,
    "__mocks__"sv,  "e2e"sv,        "e2e-tests"sv,         "testdata"sv,          "__fixtures__"sv, "fixtures"sv,
    "cypress"sv,    "playwright"sv, "integration-tests"sv, "integration_tests"sv, "unit-tests"sv,   "unit_tests"sv,
    "test-utils"sv, "test_utils"sv, "__snapshots__"sv};
constexpr std::array kTestFiles{"*.test.*"sv, "*.spec.*"sv, "*.e2e.*"sv, "*.e2e-spec.*"sv, "*.stories.*"sv, "*.cy.*"sv};
constexpr std::array kGeneratedFiles{"*.pb.go"sv,       "*_pb2.py"sv,       "*_pb2_grpc.py"sv,  "*.pb.gw.go"sv,
                                     "*.generated.*"sv, "*_generated.go"sv, "zz_generated.*"sv, "*.gen.go"sv,
                                     "*.gen.ts"sv,      "*_pb.ts"sv,        "*_pb.js"sv,        "*_pb.d.ts"sv};
constexpr std::array kMinifiedFiles{"*.min.js"sv, "*.min.mjs"sv, "*-min.js"sv, "*.bundle.js"sv, "*.chunk.js"sv};

template <typename List>
bool holds(const List& list, std::string_view name) {
  return std::ranges::find(list, name) != list.end();
}
template <typename List>
bool any_matches(const List& globs, std::string_view name) {
  return std::ranges::any_of(globs, [&](std::string_view glob) { return glob_match(glob, name); });
}

std::string_view last_segment(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Whether one of the path's folders (the last segment left out) has this name.
bool has_folder(std::string_view path, std::string_view name) {
  std::size_t begin = 0;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', begin)) {
    if (path.substr(begin, slash - begin) == name) return true;
    begin = slash + 1;
  }
  return false;
}

bool has_folders(std::string_view path, std::string_view pair) {  // "pages/api"
  const std::size_t at = path.find(pair);
  return at != std::string_view::npos && (at == 0 || path[at - 1] == '/') && at + pair.size() < path.size() &&
         path[at + pair.size()] == '/';
}

}  // namespace

bool in_route_tree(std::string_view folder) {
  const std::string path = std::string(folder) + "/x";
  return has_folder(path, "app") || has_folder(path, "routes") || has_folders(path, "pages/api") ||
         has_folders(path, "server/api") || has_folders(path, "server/routes") || has_folders(path, "src/api");
}

bool is_route_file(std::string_view path) {
  const std::string_view name = last_segment(path);
  const bool script = name.ends_with(".ts") || name.ends_with(".js") || name.ends_with(".tsx") ||
                      name.ends_with(".jsx") || name.ends_with(".mjs");
  if (!script) return false;
  const std::string_view stem = name.substr(0, name.find('.'));
  if (stem == "route" && (has_folder(path, "app") || has_folder(path, "api"))) return true;
  if (stem == "+server" || name.starts_with("+page.server.")) return has_folder(path, "routes");
  return has_folders(path, "pages/api") || has_folders(path, "server/api") || has_folders(path, "server/routes");
}

std::string_view folder_reason(std::string_view path, bool parent_has_manifest) {
  const std::string_view name = last_segment(path);
  if (name.starts_with('.') && name != ".well-known") return "hidden";
  if (holds(kVendored, name) || (parent_has_manifest && holds(kVendoredBesideManifest, name))) return "vendored";
  if (holds(kOutput, name) || (parent_has_manifest && holds(kOutputBesideManifest, name))) return "build output";
  if (holds(kTests, name)) return "tests";
  return "";
}

std::string_view file_reason(std::string_view path, const Frontend& frontend) {
  const std::string_view name = last_segment(path);
  const auto listed = [&](std::span<const std::string_view> globs) {
    return std::ranges::any_of(globs, [&](std::string_view glob) { return path_matches(glob, path); });
  };
  if (name == "wire_gen.go") return "";  // generated, but it says which implementation is injected where
  if (any_matches(kMinifiedFiles, name)) return "minified";
  if (any_matches(kGeneratedFiles, name)) return "generated";
  if (any_matches(kTestFiles, name) || listed(frontend.test_globs)) return "tests";
  if (listed(frontend.vendor_globs)) return "vendored";
  return "";
}

// Bundlers write few, very long lines full of statements. A hand-written file with one long literal has ordinary lines
// around it, or a long line without statements.
static bool looks_minified(std::string_view text) {
  constexpr std::size_t kSmall = 4096, kLong = 500, kOrdinaryLines = 60, kStatementEvery = 200;
  if (text.size() <= kSmall) return false;
  std::size_t ordinary = 0, long_bytes = 0, statements = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.size() <= kLong) {
      if (line.size() > 1 && ++ordinary == kOrdinaryLines) return false;
      continue;
    }
    long_bytes += line.size();
    statements += static_cast<std::size_t>(std::ranges::count_if(line, [](char c) { return c == ';' || c == '{'; }));
  }
  return long_bytes > text.size() / 5 * 4 && statements > long_bytes / kStatementEvery;
}

std::string_view text_reason(std::string_view text) {
  constexpr std::size_t kHead = 2048, kBinaryHead = 8192;
  if (text.substr(0, kBinaryHead).find('\0') != std::string_view::npos) return "binary";
  const std::string_view head = text.substr(0, kHead);
  if (head.find("@generated") != std::string_view::npos) return "generated";
  const std::size_t code = head.find("ode generated");  // "Code generated by X. DO NOT EDIT."
  if (code != std::string_view::npos) {
    const std::string_view line = head.substr(code, head.find('\n', code) - code);
    const bool injection = line.find("by Wire") != std::string_view::npos;
    if (line.find("DO NOT EDIT") != std::string_view::npos && !injection) return "generated";
  }
  return looks_minified(text) ? "minified" : "";
}

}  // namespace idem
