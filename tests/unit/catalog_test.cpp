#include "catalog/catalog.hpp"

#include "catch.hpp"

using namespace idem;

static std::string error_of(const std::string& text) {
  Catalog catalog;
  const Result<void> added = add_rows(catalog, "own.toml", text);
  return added ? std::string() : added.error().message;
}

static const std::string kHead = "language = \"typescript\"\nmodules = [\"m\"]\n";

TEST_CASE("catalogue: patterns of modules and paths") {
  CHECK(pattern_matches("Router().{get,post}()", "Router().post()"));
  CHECK_FALSE(pattern_matches("Router().{get,post}()", "Router().put()"));
  CHECK(pattern_matches("().*.create()", "().charges.create()"));
  CHECK_FALSE(pattern_matches("().*.create()", "().a.b.create()"));
  CHECK(pattern_matches("().**.create()", "().a.b.create()"));
  CHECK(pattern_matches("**", ""));
  CHECK_FALSE(pattern_matches("", "a"));
  CHECK(pattern_matches("@aws-sdk/*", "@aws-sdk/client-ses"));
}

// Stars inside one another must not be tried in every combination.
TEST_CASE("catalogue: a pattern of many stars is matched in bounded time") {
  const std::string pattern = "**a**a**a**a**a**a**a**a**a**a**a**a**b", text(2000, 'a');
  CHECK_FALSE(pattern_matches(pattern, text));
}

TEST_CASE("catalogue: a row with slots") {
  Catalog catalog;
  const Result<void> added = add_rows(catalog, "own.toml",
                                      kHead +
                                          "[[row]]\nat = [\"app().{get,post}()\"]\nrole = \"route\"\nmethod = "
                                          "\"name\"\npath = \"0|kw\"\nhandlers = \"rest1\"\n");
  REQUIRE(added);
  REQUIRE(catalog.rows.size() == 1);
  const Row& row = *catalog.rows.front();
  CHECK(row.role == Role::route);
  CHECK(row.source.find("own.toml") == 0);
  REQUIRE(row.slot("path") != nullptr);
  REQUIRE(row.slot("path")->choices.size() == 2);
  CHECK(row.slot("path")->choices[1].text == "kw");
  REQUIRE(row.slot("handlers") != nullptr);
  CHECK(row.slot("handlers")->choices.front().position == 1);
  CHECK(row.slot("prefix") == nullptr);
}

TEST_CASE("catalogue: mistakes are told with file and line") {
  CHECK(error_of("language = ").find("own.toml") != std::string::npos);
  CHECK(error_of(kHead + "[[row]]\nat = [\"f()\"]\nrole = \"rout\"\n").find("rout") != std::string::npos);
  const std::string unknown = error_of(kHead + "[[row]]\nat = [\"f()\"]\nrole = \"route\"\npaht = \"0\"\n");
  CHECK(unknown.find("paht") != std::string::npos);
  CHECK(unknown.find("own.toml:") != std::string::npos);
  CHECK(error_of(kHead + "[[row]]\nat = [\"f()\"]\n") != "");
}

TEST_CASE("catalogue: every built-in row loads") {
  const Result<Catalog> catalog = built_in_catalog({"go", "python", "typescript"});
  REQUIRE(catalog);
  CHECK(catalog->rows.size() > 300);
}
