#include "frontends/python/lowering.hpp"
#include "frontends/python/resolver.hpp"

#include "frontends/frontend.hpp"

namespace idem {

namespace {

FileFacts lower_python(std::string_view path, std::string_view text) {
  FileFacts facts;
  facts.path = path;
  facts.language = "python";
  facts.traits.implicit_exports = true;
  facts.traits.lists_are_truthy = false;
  const SyntaxTree tree = parse(python::grammar().grammar, text);
  python::Lowering(facts, text, tree).run();
  return facts;
}

constexpr std::string_view kExtensions[] = {".py"};

// Where pytest, unittest, Django and nose look, and what serves them.
constexpr std::string_view kTestGlobs[] = {
    "**/tests/**", "**/test/**",     "**/test_*.py",   "**/*_test.py",  "**/*_tests.py",
    "**/tests.py", "**/conftest.py", "**/fixtures/**", "**/noxfile.py", "**/locustfile.py",
};

// Installed packages and generated code. Migrations are a project's own code and are not named here.
constexpr std::string_view kVendorGlobs[] = {
    "**/.venv/**",       "**/venv/**",  "**/site-packages/**", "**/dist-packages/**", "**/.tox/**",       "**/.nox/**",
    "**/__pycache__/**", "**/.eggs/**", "**/_vendor/**",       "**/*_pb2.py",         "**/*_pb2_grpc.py",
};

const Frontend kPython[] = {{
    .name = "python",
    .extensions = kExtensions,
    .lower = lower_python,
    .make_resolver = python::make_resolver,
    .test_globs = kTestGlobs,
    .vendor_globs = kVendorGlobs,
}};

}  // namespace

std::span<const Frontend> python_frontends() { return kPython; }

}  // namespace idem
