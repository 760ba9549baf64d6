#include "base/glob.hpp"

#include "catch.hpp"

#include <string>

using namespace idem;

TEST_CASE("globs as .gitignore means them") {
  CHECK(glob_match("*.ts", "a.ts"));
  CHECK_FALSE(glob_match("*.ts", "a/b.ts"));
  CHECK(glob_match("**/*.ts", "a/b/c.ts"));
  CHECK(glob_match("**/*.ts", "c.ts"));
  CHECK(glob_match("a/**/b", "a/b"));
  CHECK(glob_match("a/**/b", "a/x/y/b"));
  CHECK_FALSE(glob_match("a/**/b", "a/xb"));
  CHECK(glob_match("a/**", "a/x/y"));
  CHECK_FALSE(glob_match("a/**", "a"));
  CHECK(glob_match("**", "a/b"));
  CHECK(glob_match("a**b", "axxb"));
  CHECK_FALSE(glob_match("a**b", "ax/b"));
  CHECK(glob_match("**/a*/**/c*d", "x/ab/y/z/cd"));
  CHECK(glob_match("**/x/*/y", "x/x/1/y"));
  CHECK(glob_match("?[a-c][!0-9]", "xbz"));
  CHECK_FALSE(glob_match("?[a-c][!0-9]", "xb1"));
  CHECK_FALSE(glob_match("a?b", "a/b"));
  CHECK(glob_match("\\*", "*"));
  CHECK_FALSE(glob_match("\\*", "x"));
  CHECK(glob_match("[]a]", "]"));
  CHECK(glob_match("[", "["));
  CHECK(glob_match("/orders/{id}", "/orders/{id}"));
  CHECK(glob_match("", ""));
  CHECK_FALSE(glob_match("", "a"));
}

TEST_CASE("a hostile glob takes no more than pattern times text") {
  const std::string text(20000, 'a');
  std::string pattern;
  for (int i = 0; i < 60; ++i) pattern += "*a";
  CHECK_FALSE(glob_match(pattern + "b", text));
  std::string deep, stars;
  for (int i = 0; i < 3000; ++i) deep += "a/";
  for (int i = 0; i < 60; ++i) stars += "**/a/";
  CHECK_FALSE(glob_match(stars + "b", deep));
}

TEST_CASE("patterns apply to folders and at every depth unless anchored") {
  CHECK(path_matches("node_modules", "a/node_modules/b/c.js"));
  CHECK(path_matches("build/", "build/x.ts"));
  CHECK(path_matches("/build", "build/x.ts"));
  CHECK_FALSE(path_matches("/build", "a/build/x.ts"));
  CHECK(path_matches("src/gen", "src/gen/x.ts"));
  CHECK_FALSE(path_matches("src/gen", "a/src/gen/x.ts"));
  CHECK(path_matches("*.test.ts", "a/b.test.ts"));
}

TEST_CASE("malformed globs are named") {
  CHECK(glob_error("a/**/[a-z]*") == nullptr);
  CHECK(glob_error("a[b") != nullptr);
  CHECK(glob_error("a\\") != nullptr);
  CHECK(glob_error("") != nullptr);
}
