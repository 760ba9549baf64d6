#include "catch.hpp"
#include "frontends/frontend.hpp"
#include "source/project.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace idem;

namespace {

// A project of empty files; names that end in a manifest are written with their text.
struct Fixture {
  explicit Fixture(std::vector<std::string> paths, const std::string& requirements = "") {
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      if (path.ends_with(".py")) {
        project.by_path[path] = static_cast<std::uint32_t>(project.files.size());
        project.files.push_back({.path = path, .frontend = frontend_for(path)});
      } else {
        project.others.push_back(path);
      }
    }
    project.root = (std::filesystem::temp_directory_path() / ("idem_resolver_" + std::to_string(getpid()))).string();
    for (const std::string& path : project.others) {
      const std::filesystem::path file = std::filesystem::path(project.root) / path;
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file) << requirements;
    }
    resolver = frontend_for("a.py")->make_resolver(project);
  }
  ~Fixture() { std::filesystem::remove_all(project.root); }
  Fixture(const Fixture&) = delete;
  Fixture& operator=(const Fixture&) = delete;

  // "file a/b.py", "folder a/b", "library x.y" or "unknown".
  std::string from(const std::string& path, std::string_view module) const {
    const Index file = project.find(path);
    REQUIRE(file != kNone);
    const ModuleTarget target = resolver(file, module);
    switch (target.kind) {
      case ModuleTarget::Kind::file:
        return "file " + project.files[target.file].path;
      case ModuleTarget::Kind::directory:
        return "folder " + target.directory;
      case ModuleTarget::Kind::external:
        return "library " + target.library;
      case ModuleTarget::Kind::unknown:
        break;
    }
    return "unknown";
  }

  Project project;
  ModuleResolver resolver;
};

}  // namespace

TEST_CASE("python modules: packages, modules and submodules below the root") {
  const Fixture f({"app/__init__.py", "app/main.py", "app/api/__init__.py", "app/api/orders.py", "app/plain/util.py"});
  CHECK(f.from("app/main.py", "app") == "file app/__init__.py");
  CHECK(f.from("app/main.py", "app.api") == "file app/api/__init__.py");
  CHECK(f.from("app/main.py", "app.api.orders") == "file app/api/orders.py");
  CHECK(f.from("app/main.py", "app.plain") == "folder app/plain");
  CHECK(f.from("app/main.py", "app.plain.util") == "file app/plain/util.py");
  CHECK(f.from("app/main.py", "rest_framework.routers") == "library rest_framework.routers");
  CHECK(f.from("app/main.py", "app.api.missing") == "unknown");
  CHECK(f.from("app/main.py", "") == "unknown");
}

TEST_CASE("python modules: relative imports go by dots") {
  const Fixture f({"app/__init__.py", "app/main.py", "app/api/__init__.py", "app/api/orders.py", "app/models.py"});
  CHECK(f.from("app/api/orders.py", ".") == "file app/api/__init__.py");
  CHECK(f.from("app/api/orders.py", "..models") == "file app/models.py");
  CHECK(f.from("app/api/__init__.py", ".orders") == "file app/api/orders.py");
  CHECK(f.from("app/api/orders.py", "..") == "file app/__init__.py");
  CHECK(f.from("app/api/__init__.py", "app.api") == "file app/api/__init__.py");
  CHECK(f.from("app/api/orders.py", "...app.models") == "file app/models.py");
  CHECK(f.from("app/api/orders.py", ".....models") == "unknown");
  CHECK(f.from("app/main.py", ".missing") == "unknown");
}

TEST_CASE("python modules: src layouts, manage.py and monorepos") {
  const Fixture f({"src/shop/__init__.py", "src/shop/models.py", "backend/manage.py", "backend/orders/models.py",
                   "backend/orders/views.py", "libs/money/pyproject.toml", "libs/money/src/money/__init__.py",
                   "tools/run.py"});
  CHECK(f.from("tools/run.py", "shop.models") == "file src/shop/models.py");
  CHECK(f.from("backend/orders/views.py", "orders.models") == "file backend/orders/models.py");
  CHECK(f.from("backend/orders/views.py", "money") == "file libs/money/src/money/__init__.py");
}

TEST_CASE("python modules: the nearer of two equal names wins") {
  const Fixture f({"one/manage.py", "one/core/models.py", "one/core/views.py", "two/manage.py", "two/core/models.py",
                   "two/core/views.py"});
  CHECK(f.from("one/core/views.py", "core.models") == "file one/core/models.py");
  CHECK(f.from("two/core/views.py", "core.models") == "file two/core/models.py");
}

TEST_CASE("python modules: a file named like a library does not stand for it") {
  const Fixture f({"app/core/celery.py", "app/core/logging.py", "app/core/tasks.py", "app/core/stripe.py",
                   "app/core/helpers.py", "requirements.txt"},
                  "celery==5.3\nDjango-Rest>=3\n");
  CHECK(f.from("app/core/celery.py", "celery") == "library celery");
  CHECK(f.from("app/core/tasks.py", "celery") == "library celery");
  CHECK(f.from("app/core/tasks.py", "logging") == "library logging");
  CHECK(f.from("app/core/logging.py", "logging.config") == "library logging.config");
  CHECK(f.from("app/core/stripe.py", "stripe") == "library stripe");
  CHECK(f.from("app/core/tasks.py", "helpers") == "file app/core/helpers.py");
}

TEST_CASE("python modules: only requirements are names of libraries") {
  const Fixture f({"src/py/app/__init__.py", "src/py/app/lib.py", "src/py/tests/test_lib.py", "src/py/tests/celery.py",
                   "src/py/tests/attrs.py", "pyproject.toml"},
                  "[project]\nname = \"app\"\ndependencies = [\n  \"celery[redis]>=5\",\n]\n"
                  "[tool.hatch]\npackages = [\"src/py/app\"]\n"
                  "[tool.poetry.group.dev.dependencies]\nattrs = \"^1\"\n[tool.x]\nlib = 1\n");
  CHECK(f.from("src/py/tests/test_lib.py", "app") == "file src/py/app/__init__.py");
  CHECK(f.from("src/py/tests/test_lib.py", "app.lib") == "file src/py/app/lib.py");
  CHECK(f.from("src/py/tests/test_lib.py", "celery") == "library celery");
  CHECK(f.from("src/py/tests/test_lib.py", "attrs") == "library attrs");
}

TEST_CASE("python modules: a package comes before a module, a bare folder last") {
  const Fixture f({"a/__init__.py", "a.py", "b.py", "b/x.py", "main.py"});
  CHECK(f.from("main.py", "a") == "file a/__init__.py");
  CHECK(f.from("main.py", "b") == "file b.py");
  CHECK(f.from("main.py", "b.x") == "file b/x.py");
}
