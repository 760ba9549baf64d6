#include "base/jsonc.hpp"
#include "catch.hpp"
#include "frontends/frontend.hpp"
#include "frontends/typescript/resolver.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

using namespace idem;
namespace fs = std::filesystem;

namespace {

// A project in a folder of its own, deleted at the end. Sources are only listed, manifests are written.
class TestProject {
 public:
  explicit TestProject(const std::map<std::string, std::string>& files) {
    static int count = 0;
    m_folder =
        fs::temp_directory_path() / ("idem-resolver-" + std::to_string(getpid()) + "-" + std::to_string(++count));
    m_project.root = m_folder.string();
    for (const auto& [path, text] : files) {
      if (frontend_for(path) != nullptr) {
        m_project.files.push_back({path, frontend_for(path), text.size()});
        m_project.by_path[path] = static_cast<std::uint32_t>(m_project.files.size() - 1);
        continue;
      }
      m_project.others.push_back(path);
      fs::create_directories((m_folder / path).parent_path());
      std::ofstream(m_folder / path) << text;
    }
    std::ranges::sort(m_project.others);
    m_resolve = typescript::make_resolver(m_project);
  }
  ~TestProject() {
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
  }
  TestProject(const TestProject&) = delete;
  TestProject& operator=(const TestProject&) = delete;

  // The file, "library:name", or "unknown".
  std::string resolve(const std::string& from, std::string_view specifier) const {
    const ModuleTarget target = m_resolve(m_project.find(from), specifier);
    if (target.kind == ModuleTarget::Kind::file) return m_project.files[target.file].path;
    if (target.kind == ModuleTarget::Kind::external) return "library:" + target.library;
    return "unknown";
  }

 private:
  fs::path m_folder;
  Project m_project;
  ModuleResolver m_resolve;
};

}  // namespace

TEST_CASE("relative specifiers find files, extensions, compiled names and index files") {
  const TestProject project({{"src/a.ts", ""},
                             {"src/b.tsx", ""},
                             {"src/c/index.js", ""},
                             {"src/d.mts", ""},
                             {"src/e.service.ts", ""},
                             {"index.ts", ""},
                             {"src/main.ts", ""}});
  CHECK(project.resolve("src/main.ts", "./a") == "src/a.ts");
  CHECK(project.resolve("src/main.ts", "./a.js") == "src/a.ts");
  CHECK(project.resolve("src/main.ts", "./a.ts") == "src/a.ts");
  CHECK(project.resolve("src/main.ts", "./b.js") == "src/b.tsx");
  CHECK(project.resolve("src/main.ts", "./b.jsx") == "src/b.tsx");
  CHECK(project.resolve("src/main.ts", "./c") == "src/c/index.js");
  CHECK(project.resolve("src/main.ts", "./c/") == "src/c/index.js");
  CHECK(project.resolve("src/main.ts", "./d.mjs") == "src/d.mts");
  CHECK(project.resolve("src/main.ts", "./e.service") == "src/e.service.ts");
  CHECK(project.resolve("src/main.ts", "..") == "index.ts");
  CHECK(project.resolve("src/c/index.js", "../a?raw") == "src/a.ts");
  CHECK(project.resolve("src/main.ts", "./gone") == "unknown");
  CHECK(project.resolve("src/main.ts", "../../outside") == "unknown");
  CHECK(project.resolve("src/main.ts", "") == "unknown");
}

TEST_CASE("bare specifiers are libraries unless the project claims them") {
  const TestProject project({{"main.ts", ""}, {"package.json", R"({"name": "shop"})"}});
  CHECK(project.resolve("main.ts", "express") == "library:express");
  CHECK(project.resolve("main.ts", "@nestjs/common") == "library:@nestjs/common");
  CHECK(project.resolve("main.ts", "fastify/types") == "library:fastify/types");
  CHECK(project.resolve("main.ts", "node:fs") == "library:fs");
  CHECK(project.resolve("main.ts", "node:fs/promises") == "library:fs/promises");
  CHECK(project.resolve("main.ts", "@/gone") == "unknown");
  CHECK(project.resolve("main.ts", "#gone") == "unknown");
}

TEST_CASE("paths of a tsconfig are followed through extends, comments and trailing commas") {
  const TestProject project({
      {"tsconfig.base.json", R"({"compilerOptions": {"baseUrl": "./libs", "paths": {"lost/*": ["nowhere/*"]}}})"},
      {"apps/api/tsconfig.json", R"({
        // the application
        "extends": "../../tsconfig.base.json",
        "compilerOptions": { /* replaces those of the base */
          "baseUrl": ".",
          "paths": {"@app/*": ["src/*", "gen/*"], "@app/special/*": ["special/*"], "@one": ["src/one.ts",],},
        },
      })"},
      {"apps/api/src/one.ts", ""},
      {"apps/api/gen/two.ts", ""},
      {"apps/api/special/three.ts", ""},
      {"apps/api/src/special/three.ts", ""},
      {"apps/api/src/deep/main.ts", ""},
      {"apps/web/main.ts", ""},
      {"apps/web/jsconfig.json", R"({"extends": "../../tsconfig.base"})"},
      {"libs/util/index.ts", ""},
  });
  const std::string from = "apps/api/src/deep/main.ts";
  CHECK(project.resolve(from, "@app/one") == "apps/api/src/one.ts");
  CHECK(project.resolve(from, "@app/one.js") == "apps/api/src/one.ts");
  CHECK(project.resolve(from, "@app/two") == "apps/api/gen/two.ts");
  CHECK(project.resolve(from, "@app/special/three") == "apps/api/special/three.ts");
  CHECK(project.resolve(from, "@one") == "apps/api/src/one.ts");
  CHECK(project.resolve(from, "src/one") == "apps/api/src/one.ts");
  CHECK(project.resolve("apps/web/main.ts", "util") == "libs/util/index.ts");
  CHECK(project.resolve("apps/web/main.ts", "@app/one") == "library:@app/one");
}

TEST_CASE("a solution file leads to the configurations it lists") {
  const TestProject project({
      {"tsconfig.json", R"({"files": [], "references": [{"path": "./tsconfig.app.json"}]})"},
      {"tsconfig.app.json", R"({"compilerOptions": {"paths": {"~lib/*": ["./src/lib/*"]}}})"},
      {"src/lib/x.ts", ""},
      {"src/main.ts", ""},
  });
  CHECK(project.resolve("src/main.ts", "~lib/x") == "src/lib/x.ts");
}

TEST_CASE("extends that goes in circles ends") {
  const TestProject project({
      {"tsconfig.json", R"({"extends": "./b.json"})"},
      {"b.json", R"({"extends": ["./tsconfig.json", "./b.json"], "compilerOptions": {"paths": {"x": ["./main.ts"]}}})"},
      {"main.ts", ""},
  });
  CHECK(project.resolve("main.ts", "x") == "main.ts");
}

TEST_CASE("packages of a workspace are found by name, through what their builds are called") {
  const TestProject project({
      {"package.json", R"({"private": true, "workspaces": {"packages": ["packages/*", "!packages/old"]}})"},
      {"packages/core/package.json", R"({"name": "@shop/core", "main": "dist/index.js", "types": "dist/index.d.ts",
        "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/index.js"}, "./http": "./dist/http/index.js",
                    "./util/*": "./dist/util/*.js"}})"},
      {"packages/core/src/index.ts", ""},
      {"packages/core/src/http/index.ts", ""},
      {"packages/core/src/util/money.ts", ""},
      {"packages/core/src/plain.ts", ""},
      {"packages/types/package.json", R"({"name": "types"})"},
      {"packages/types/index.ts", ""},
      {"packages/old/package.json", R"({"name": "stripe"})"},
      {"packages/old/index.js", ""},
      {"packages/api/package.json", R"({"name": "@shop/api", "imports": {"#db": {"default": "./src/db.js"},
        "#lib/*": "./src/lib/*.ts", "#log": "pino"}})"},
      {"packages/api/src/db.ts", ""},
      {"packages/api/src/lib/a.ts", ""},
      {"packages/api/src/main.ts", ""},
      {"examples/demo/package.json", R"({"name": "express", "dependencies": {"near": "file:../near"}})"},
      {"examples/demo/index.js", ""},
      {"examples/near/package.json", R"({"name": "near", "main": "lib/near.js"})"},
      {"examples/near/lib/near.js", ""},
  });
  const std::string api = "packages/api/src/main.ts";
  CHECK(project.resolve(api, "@shop/core") == "packages/core/src/index.ts");
  CHECK(project.resolve(api, "@shop/core/http") == "packages/core/src/http/index.ts");
  CHECK(project.resolve(api, "@shop/core/util/money") == "packages/core/src/util/money.ts");
  CHECK(project.resolve(api, "@shop/core/dist/plain") == "packages/core/src/plain.ts");
  CHECK(project.resolve(api, "types") == "packages/types/index.ts");
  CHECK(project.resolve(api, "stripe") == "library:stripe");
  CHECK(project.resolve(api, "express") == "library:express");
  CHECK(project.resolve(api, "#db") == "packages/api/src/db.ts");
  CHECK(project.resolve(api, "#lib/a") == "packages/api/src/lib/a.ts");
  CHECK(project.resolve(api, "#log") == "library:pino");
  CHECK(project.resolve("packages/core/src/http/index.ts", "@shop/core/util/money") ==
        "packages/core/src/util/money.ts");
  CHECK(project.resolve("examples/demo/index.js", "near") == "examples/near/lib/near.js");
  CHECK(project.resolve("examples/demo/index.js", "express") == "examples/demo/index.js");
}

TEST_CASE("a pnpm workspace lists its packages in YAML") {
  const TestProject project({
      {"pnpm-workspace.yaml",
       "# all\npackages:\n  - 'libs/**'\n  - \"apps/*\"  # runnable\n  - '!**/skip'\ncatalog:\n  - x/*\n"},
      {"libs/a/b/package.json", R"({"name": "b", "module": "./build/index.mjs"})"},
      {"libs/a/b/index.mts", ""},
      {"libs/skip/package.json", R"({"name": "skip"})"},
      {"libs/skip/index.ts", ""},
      {"x/y/package.json", R"({"name": "y"})"},
      {"x/y/index.ts", ""},
      {"apps/web/package.json", R"({"name": "web"})"},
      {"apps/web/main.ts", ""},
  });
  CHECK(project.resolve("apps/web/main.ts", "b") == "libs/a/b/index.mts");
  CHECK(project.resolve("apps/web/main.ts", "skip") == "library:skip");
  CHECK(project.resolve("apps/web/main.ts", "y") == "library:y");
}

TEST_CASE("aliases that frameworks generate are found without configuration") {
  const TestProject project({
      {"web/package.json", R"({"name": "web"})"},
      {"web/src/lib/db.ts", ""},
      {"web/server/utils/x.ts", ""},
      {"web/app/page.ts", ""},
      {"web/src/routes/a.ts", ""},
  });
  const std::string from = "web/src/routes/a.ts";
  CHECK(project.resolve(from, "@/lib/db") == "web/src/lib/db.ts");
  CHECK(project.resolve(from, "$lib/db") == "web/src/lib/db.ts");
  CHECK(project.resolve(from, "~~/server/utils/x") == "web/server/utils/x.ts");
  CHECK(project.resolve(from, "~/page") == "web/app/page.ts");
  CHECK(project.resolve(from, "src/lib/db") == "web/src/lib/db.ts");
  CHECK(project.resolve(from, "/src/lib/db.ts") == "web/src/lib/db.ts");
}

TEST_CASE("broken manifests are passed over") {
  const TestProject project({
      {"package.json", R"({"name": 3, "workspaces": "x", "exports": [[[[[[[[[["./a"]]]]]]]]]], "imports": 1)"},
      {"a/package.json",
       R"({"name": ["x"], "workspaces": [1, null], "main": {}, "dependencies": {"b": {}}, "exports": null})"},
      {"tsconfig.json",
       R"({"extends": [1, {}], "references": [1, {"path": 2}], "compilerOptions": {"paths": {"*": 1, "x": [1]}}})"},
      {"a/tsconfig.json", "[1, 2"},
      {"pnpm-workspace.yaml", "packages: ['a', \"b\"]\n\t- :::\n"},
      {"a/main.ts", ""},
  });
  CHECK(project.resolve("a/main.ts", "x") == "library:x");
  CHECK(project.resolve("a/main.ts", "./main") == "a/main.ts");
}

TEST_CASE("comments and trailing commas are taken out of JSON, but not out of its strings") {
  CHECK(without_json_extras("{\"a\": \"// no\", /* x */ \"b\": [1, 2, ], } // end") ==
        "{\"a\": \"// no\",         \"b\": [1, 2  ]  }       ");
  CHECK(without_json_extras("\xef\xbb\xbf[1]") == "   [1]");
  CHECK(without_json_extras("\"a\\\",]") == "\"a\\\",]");
  CHECK(without_json_extras("/*") == "  ");
}
