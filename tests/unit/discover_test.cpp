#include "source/discover.hpp"

#include "catch.hpp"
#include "frontends/frontend.hpp"
#include "temp_tree.hpp"

#include <algorithm>
#include <map>

using namespace idem;
namespace fs = std::filesystem;

namespace {

// Everything discovery kept: what a front end reads and the rest.
std::vector<std::string> kept(const Project& project) {
  std::vector<std::string> paths = project.others;
  for (const SourceFile& file : project.files) paths.push_back(file.path);
  std::ranges::sort(paths);
  return paths;
}

using Paths = std::vector<std::string>;

Paths kept_in(const TempTree& tree, const DiscoverOptions& options = {}, const Paths& paths = {""}) {
  return kept(discover({tree.root(), paths}, options));
}

std::map<std::string, std::size_t> skipped_in(const TempTree& tree) {
  std::map<std::string, std::size_t> counts;
  for (const Skipped& each : discover({tree.root(), {""}}, {}).skipped) counts[each.reason] = each.count;
  return counts;
}

}  // namespace

TEST_CASE("discovery respects .gitignore, nested, negated, for folders only and anchored") {
  const TempTree tree;
  tree.write(".gitignore", "*.log\n!keep.log\n/gen\nlocal/\nsrc/**/secret.txt\n\\#odd\n# comment\ntrail \n");
  tree.write("a.log");
  tree.write("keep.log");
  tree.write("gen/x.txt");
  tree.write("src/gen/x.txt");
  tree.write("local/x.txt");
  tree.write("src/local");  // a file: the rule is for folders
  tree.write("src/deep/er/secret.txt");
  tree.write("src/secret.txt");
  tree.write("#odd");
  tree.write("trail");
  tree.write("src/.gitignore", "!b.log\n*.tmp\n");
  tree.write("src/b.log");
  tree.write("src/c.log");
  tree.write("src/x.tmp");
  tree.write("x.tmp");
  CHECK(kept_in(tree) ==
        Paths{".gitignore", "keep.log", "src/.gitignore", "src/b.log", "src/gen/x.txt", "src/local", "x.tmp"});
  DiscoverOptions all;
  all.ignored = true;
  CHECK(kept_in(tree, all).size() == 16);
}

TEST_CASE("rules of the folders above the root, inside the repository, apply") {
  const TempTree tree;
  tree.write(".git/info/exclude", "*.bak\n");
  tree.write(".gitignore", "/apps/api/out\n*.log\n");
  tree.write("apps/.gitignore", "api/tmp\n");
  tree.write("apps/api/out/x.txt");
  tree.write("apps/api/src/out/x.txt");
  tree.write("apps/api/tmp/x.txt");
  tree.write("apps/api/a.log");
  tree.write("apps/api/a.bak");
  CHECK(kept(discover({(tree.path() / "apps/api").string(), {""}}, {})) == Paths{"src/out/x.txt"});
}

TEST_CASE("folders that hold no sources of the application are left out and counted") {
  const TempTree tree;
  tree.write("package.json", "{}");
  for (const char* file : {"node_modules/x/index.txt", "src/node_modules/x.txt", "vendor/x.txt", "dist/x.txt",
                           "build/x.txt", "tests/x.txt", "src/__tests__/x.txt", ".cache/x.txt"})
    tree.write(file);
  for (const char* file : {"src/vendor/x.txt", "src/build/x.txt", "src/x.txt"}) tree.write(file);
  CHECK(kept_in(tree) == Paths{"package.json", "src/build/x.txt", "src/vendor/x.txt", "src/x.txt"});
  CHECK(skipped_in(tree) == std::map<std::string, std::size_t>{{"build output", 2}, {"tests", 2}, {"vendored", 3}});
}

TEST_CASE("what the user names is looked at, whatever the folders above it are called") {
  const TempTree tree;
  tree.write(".gitignore", "secret/\n");
  tree.write("tests/app/a.txt");
  tree.write("tests/other/b.txt");
  tree.write("secret/c.txt");
  tree.write("tests/app/tests/c.txt");
  CHECK(kept_in(tree, {}, {"tests/app"}) == Paths{".gitignore", "tests/app/a.txt"});
  CHECK(kept_in(tree, {}, {"secret/c.txt"}) == Paths{".gitignore", "secret/c.txt"});
}

TEST_CASE("links are not followed") {
  const TempTree tree, elsewhere;
  elsewhere.write("stolen.txt");
  tree.write("src/a.txt");
  fs::create_directory_symlink(tree.path(), tree.path() / "src/loop");
  fs::create_directory_symlink(elsewhere.path(), tree.path() / "src/out");
  fs::create_symlink(elsewhere.path() / "stolen.txt", tree.path() / "src/b.txt");
  CHECK(kept_in(tree) == Paths{"src/a.txt"});
  const SourceFile link{"src/b.txt", nullptr, 0};
  const Project project = discover({tree.root(), {""}}, {});
  CHECK(read_source(project, link).text.empty());
  CHECK_FALSE(read_source(project, link).failure.empty());
}

TEST_CASE("a folder that cannot be read is told") {
  const TempTree tree;
  tree.write("a/x.txt");
  tree.write("b/x.txt");
  fs::permissions(tree.path() / "a", fs::perms::none);
  const Project project = discover({tree.root(), {""}}, {});
  fs::permissions(tree.path() / "a", fs::perms::owner_all);
  if (geteuid() != 0) {  // nothing is unreadable for root
    REQUIRE(project.diagnostics.size() == 1);
    CHECK(project.diagnostics[0].file == "a");
    CHECK(project.diagnostics[0].incomplete);
  }
  CHECK(discover({tree.root() + "/missing", {""}}, {}).diagnostics.size() == 1);
}

TEST_CASE("a path deeper than the system allows is told, not followed into a crash") {
  const TempTree tree;
  const fs::path before = fs::current_path();
  fs::current_path(tree.path());
  const std::string segment(200, 'd');
  for (int i = 0; i < 40; ++i) {
    fs::create_directory(segment);
    fs::current_path(segment);
  }
  fs::current_path(before);
  const Project project = discover({tree.root(), {""}}, {});
  REQUIRE(project.diagnostics.size() == 1);
  CHECK(project.diagnostics[0].kind == "unreadable");
  // Removed the way it was made: a path that long cannot be named.
  CHECK(std::system(("rm -rf '" + (tree.path() / segment).string() + "'").c_str()) == 0);
}

TEST_CASE("files are left out by what they hold") {
  const TempTree tree;
  tree.write("binary.js", std::string("a\0b", 3));
  tree.write("made.js", "// Code generated by protoc. DO NOT EDIT.\nx();\n");
  tree.write("also.js", "/* @generated */\nx();\n");
  std::string bundle;
  while (bundle.size() < 20000) bundle += "function a(b){return b.c();}";
  tree.write("bundle.js", bundle);
  tree.write("app/api/x/route.js", bundle);
  tree.write("literal.js", "const icon = '" + std::string(20000, 'A') + "';\nexport default icon;\n");
  tree.write("plain.js", "app.post('/x', f);\n");
  Project project = discover({tree.root(), {""}}, {});
  const auto reason = [&](const char* path) { return std::string(read_source(project, {path, nullptr, 0}).skipped); };
  CHECK(reason("binary.js") == "binary");
  CHECK(reason("made.js") == "generated");
  CHECK(reason("also.js") == "generated");
  CHECK(reason("bundle.js") == "minified");
  CHECK(reason("app/api/x/route.js").empty());
  CHECK(reason("literal.js").empty());
  CHECK(reason("plain.js").empty());
  project.with_generated = true;
  CHECK(reason("made.js").empty());
  project.max_file_bytes = 10;
  CHECK(reason("plain.js") == "too large");
}

TEST_CASE("the same files as Git lists") {
  if (std::system("git --version >/dev/null 2>&1") != 0) return;
  const TempTree tree;
  tree.write(".gitignore", "a*\n!ab\nd/\n/e/f\ng/**/h\n**/i\nj/**\n[k-m]?\nn/*\n!n/o\n");
  tree.write("p/.gitignore", "*\n!q\n!*/\n");
  for (const char* folder : {"", "d/", "e/", "g/", "g/x/", "j/", "n/", "p/", "p/r/", "x/", "x/e/", "x/d/"})
    for (const char* file : {"a1", "ab", "f", "h", "i", "k1", "kk", "z1", "o", "q"})
      tree.write(folder + std::string(file));
  const std::string list = (tree.path() / ".git-list").string();
  REQUIRE(std::system(
              ("cd '" + tree.root() + "' && git init -q && git ls-files -o --exclude-standard >.git/list").c_str()) ==
          0);
  std::ifstream in(tree.path() / ".git/list");
  Paths expected;
  for (std::string line; std::getline(in, line);) expected.push_back(line);
  std::ranges::sort(expected);
  REQUIRE(expected.size() > 20);
  CHECK(kept_in(tree) == expected);
}

TEST_CASE("the root is found upward, and a part of a repository keeps it") {
  const TempTree tree;
  const auto root_of = [&](const std::string& named, const std::string& cwd) {
    const Result<Scope> scope = find_scope({named}, (tree.path() / cwd).string());
    REQUIRE(scope.has_value());
    const std::string root = fs::path(scope->root).lexically_relative(tree.path()).generic_string();
    return root + " " + (scope->paths[0].empty() ? "." : scope->paths[0]);
  };
  tree.write("repo/.git/HEAD");
  tree.write("repo/package.json");
  tree.write("repo/apps/api/package.json");
  tree.write("repo/apps/api/routes/a.js");
  CHECK(root_of(".", "repo") == "repo .");
  CHECK(root_of("apps/api/routes", "repo") == "repo apps/api/routes");
  CHECK(root_of("routes", "repo/apps/api") == "repo apps/api/routes");
  tree.write("repo/apps/api/idem.toml");
  CHECK(root_of("routes", "repo/apps/api") == "repo/apps/api routes");
  CHECK(root_of("apps", "repo") == "repo apps");

  tree.write("plain/package.json");
  tree.write("plain/packages/a/package.json");
  tree.write("plain/packages/a/src/x.js");
  CHECK(root_of("packages/a/src", "plain") == "plain packages/a/src");
  CHECK(root_of(".", "plain/packages/a/src") == "plain/packages/a src");  // the nearest manifest is not above cwd
  CHECK(root_of("plain/packages/a", "") == "plain packages/a");

  tree.write("space/pnpm-workspace.yaml");
  tree.write("space/apps/api/package.json");
  tree.write("space/apps/api/src/x.js");
  CHECK(root_of(".", "space/apps/api") == "space apps/api");  // its sibling packages are part of the project
  tree.write("yarn/package.json", R"({"workspaces": ["packages/*"]})");
  tree.write("yarn/packages/a/package.json");
  CHECK(root_of("packages/a", "yarn") == "yarn packages/a");

  tree.write("bare/server.js");
  tree.write("bare/routes/a.js");
  tree.write("many/one/routes/a.js");
  CHECK(root_of("one", "many") == "many/one .");
  CHECK_FALSE(find_scope({"missing"}, tree.root()).has_value());
  CHECK_FALSE(scope_below("repo", {"plain"}, tree.root()).has_value());
}
