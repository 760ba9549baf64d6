#include "catch.hpp"
#include "frontends/go/lowering.hpp"
#include "frontends/go/manifest.hpp"
#include "source/project.hpp"
#include "unit/go_support.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace idem;
using namespace idem::test;
namespace fs = std::filesystem;

namespace {

// "path as alias" of each import.
std::vector<std::string> imports_of(std::string_view source) {
  const FileFacts facts = lower_go(source);
  std::vector<std::string> out;
  for (const Import& import : facts.imports)
    out.push_back(std::string(facts.name(import.module)) + " as " + std::string(facts.name(import.alias)));
  return out;
}

std::string first_guess(std::string_view path) { return go::package_names(path).front(); }

// A folder of files that goes away with the test.
class TemporaryProject {
 public:
  TemporaryProject() {
    std::string pattern = (fs::temp_directory_path() / "idem-go-XXXXXX").string();
    m_root = mkdtemp(pattern.data());
    project.root = m_root.string();
  }
  ~TemporaryProject() {
    std::error_code ignored;
    fs::remove_all(m_root, ignored);
  }
  TemporaryProject(const TemporaryProject&) = delete;
  TemporaryProject& operator=(const TemporaryProject&) = delete;

  void add(const std::string& path, std::string_view text = "package p\n") {
    fs::create_directories((m_root / path).parent_path());
    std::ofstream(m_root / path) << text;
    if (path.ends_with(".go")) {
      project.by_path[path] = static_cast<std::uint32_t>(project.files.size());
      project.files.push_back({.path = path, .frontend = frontend_for(path), .size = text.size()});
    } else {
      project.others.push_back(path);
    }
  }
  // "dir:<directory>" or "lib:<library>".
  std::string resolve(const std::string& from, std::string_view import_path) const {
    const ModuleTarget target = frontend_for("a.go")->make_resolver(project)(project.find(from), import_path);
    if (target.kind == ModuleTarget::Kind::directory) return "dir:" + target.directory;
    return target.kind == ModuleTarget::Kind::external ? "lib:" + target.library : "unknown";
  }

  Project project;

 private:
  fs::path m_root;
};

}  // namespace

TEST_CASE("imports of all kinds") {
  const FileFacts facts = lower_go(
      "package p\nimport \"fmt\"\nimport (\n log \"github.com/sirupsen/logrus\"\n . \"strings\"\n _ \"embed\"\n)\n");
  REQUIRE(facts.imports.size() == 4);
  CHECK(facts.imports[0].kind == ImportKind::namespace_);
  CHECK(facts.name(facts.imports[0].alias) == "fmt");
  CHECK(facts.name(facts.imports[1].alias) == "log");
  CHECK(facts.imports[2].kind == ImportKind::everything);
  CHECK(facts.imports[3].kind == ImportKind::side_effect);
  CHECK(facts.imports[3].alias == 0);
}

TEST_CASE("package names guessed from import paths") {
  CHECK(first_guess("net/http") == "http");
  CHECK(first_guess("github.com/go-chi/chi/v5") == "chi");
  CHECK(first_guess("github.com/stripe/stripe-go/v72") == "stripe");
  CHECK(first_guess("gopkg.in/yaml.v3") == "yaml");
  CHECK(first_guess("github.com/mattn/go-sqlite3") == "sqlite3");
  CHECK(first_guess("github.com/nats-io/nats.go") == "nats");
  CHECK(first_guess("github.com/satori/go.uuid") == "uuid");
  CHECK(first_guess("github.com/gin-gonic/gin") == "gin");
  CHECK(go::package_names("").empty());
  CHECK_FALSE(go::package_names("v2").empty());
}

TEST_CASE("of several guesses the one that the file uses is taken") {
  CHECK(imports_of("package p\nimport \"github.com/a/b-utils\"\nvar x = utils.New()\n") ==
        std::vector<std::string>{"github.com/a/b-utils as utils"});
  CHECK(imports_of("package p\nimport \"github.com/a/b-utils\"\nvar x butils.T\n") ==
        std::vector<std::string>{"github.com/a/b-utils as butils"});
  CHECK(imports_of("package p\nimport \"example.com/api/v1\"\nvar x v1.T\n") ==
        std::vector<std::string>{"example.com/api/v1 as v1"});
}

TEST_CASE("go.mod and go.work are read as far as they tell where packages are") {
  const go::Manifest manifest = go::read_manifest(
      "// comment\nmodule \"example.com/app\" // why\n\ngo 1.22\nrequire (\n a/b v1.0.0\n)\nreplace a/b v1.0.0 => "
      "./local/b\n"
      "replace (\n c/d => ../outside\n e/f => g/h v1.2.3\n)\n");
  CHECK(manifest.module == "example.com/app");
  REQUIRE(manifest.replacements.size() == 2);
  CHECK(manifest.replacements[0].module == "a/b");
  CHECK(manifest.replacements[0].local == "./local/b");
  CHECK(manifest.replacements[1].local == "../outside");
  CHECK(go::read_manifest("module(\nexample.com/x\n)\n").module == "example.com/x");
  CHECK(go::read_manifest("module").module.empty());
  CHECK(go::read_manifest("replace => ./x\nreplace a =>\n(((\n)").replacements.empty());
}

TEST_CASE("imports lead to directories of the project or to libraries") {
  TemporaryProject p;
  p.add("go.mod",
        "module example.com/app\nreplace example.com/fork => ./third/fork\nreplace example.com/out => ../out\n");
  p.add("main.go");
  p.add("internal/store/store.go");
  p.add("third/fork/sub/x.go");
  p.add("tools/go.mod", "module example.com/app/tools\n");
  p.add("tools/gen/gen.go");
  CHECK(p.resolve("main.go", "example.com/app") == "dir:");
  CHECK(p.resolve("main.go", "example.com/app/internal/store") == "dir:internal/store");
  CHECK(p.resolve("main.go", "example.com/app/tools/gen") == "dir:tools/gen");
  CHECK(p.resolve("main.go", "example.com/fork/sub") == "dir:third/fork/sub");
  CHECK(p.resolve("main.go", "example.com/out/x") == "lib:example.com/out/x");
  CHECK(p.resolve("main.go", "example.com/app/absent") == "lib:example.com/app/absent");
  CHECK(p.resolve("main.go", "example.com/application/internal/store") == "lib:example.com/application/internal/store");
  CHECK(p.resolve("main.go", "net/http") == "lib:net/http");
  CHECK(p.resolve("internal/store/store.go", "../../third/fork/sub") == "dir:third/fork/sub");
  CHECK(p.resolve("main.go", "../outside") == "lib:../outside");
  CHECK(p.resolve("main.go", "example.com/app/../../../etc") == "lib:example.com/app/../../../etc");
}

TEST_CASE("nested modules win over the module around them; replacements are each module's own") {
  TemporaryProject p;
  p.add("go.mod", "module example.com/app\n");
  p.add("lib/x/x.go");
  p.add("other/go.mod", "module example.com/app/lib\nreplace example.com/dep => ./dep\n");
  p.add("other/x/x.go");
  p.add("other/dep/d.go");
  p.add("main.go");
  CHECK(p.resolve("main.go", "example.com/app/lib/x") == "dir:other/x");
  CHECK(p.resolve("other/x/x.go", "example.com/dep") == "dir:other/dep");
  CHECK(p.resolve("main.go", "example.com/dep") == "lib:example.com/dep");
}

TEST_CASE("a workspace: modules beside each other, replacements of go.work, vendor left aside") {
  TemporaryProject p;
  p.add("go.work", "go 1.22\nuse (\n ./a\n ./b\n)\nreplace example.com/c => ./cc\n");
  p.add("a/go.mod", "module example.com/a\n");
  p.add("b/go.mod", "module example.com/b\n");
  p.add("a/main.go");
  p.add("b/pkg/p.go");
  p.add("cc/c.go");
  p.add("a/vendor/example.com/b/go.mod", "module example.com/v\n");
  p.add("a/vendor/example.com/b/pkg/p.go");
  CHECK(p.resolve("a/main.go", "example.com/b/pkg") == "dir:b/pkg");
  CHECK(p.resolve("a/main.go", "example.com/c") == "dir:cc");
  CHECK(p.resolve("a/main.go", "example.com/v/pkg") == "lib:example.com/v/pkg");
}

TEST_CASE("without a go.mod the end of the path finds the folder") {
  TemporaryProject p;
  p.add("cmd/main.go");
  p.add("internal/store/s.go");
  p.add("http/h.go");
  CHECK(p.resolve("cmd/main.go", "github.com/a/b/internal/store") == "dir:internal/store");
  CHECK(p.resolve("cmd/main.go", "net/http") == "lib:net/http");
}

TEST_CASE("Go tests and generated files are told by their names") {
  const Frontend* go = frontend_for("x.go");
  REQUIRE(go != nullptr);
  CHECK(std::count(go->test_globs.begin(), go->test_globs.end(), "**/*_test.go") == 1);
  CHECK(std::count(go->vendor_globs.begin(), go->vendor_globs.end(), "**/vendor/**") == 1);
}
