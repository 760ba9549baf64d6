#include "schema/sql_split.hpp"

#include "catch.hpp"

#include <string>

using namespace idem;

static std::string texts(std::string_view script) {
  std::string out;
  for (const ScriptStatement& statement : split_sql(script)) out += std::string{statement.text} + "|";
  return out;
}

TEST_CASE("scripts are cut where psql would cut them") {
  CHECK(texts("SELECT 1; SELECT 2") == "SELECT 1|SELECT 2|");
  CHECK(texts("SELECT ';'; x") == "SELECT ';'|x|");
  CHECK(texts("SELECT 'it''s;'; x") == "SELECT 'it''s;'|x|");
  CHECK(texts("SELECT E'\\';'; x") == "SELECT E'\\';'|x|");
  CHECK(texts("SELECT '\\'; x") == "SELECT '\\'|x|");
  CHECK(texts("SELECT \"a;\"\"b\"; x") == "SELECT \"a;\"\"b\"|x|");
  CHECK(texts("a $$ ; $$; x") == "a $$ ; $$|x|");
  CHECK(texts("a $b$ ; $$ ; $b$; x") == "a $b$ ; $$ ; $b$|x|");
  CHECK(texts("a $1; x") == "a $1|x|");
  CHECK(texts("-- no; statement\na /* ; /* ; */ ; */ b; x") == "a /* ; /* ; */ ; */ b|x|");
  CHECK(texts("CREATE FUNCTION f() BEGIN ATOMIC a; CASE b END; c; END; x") ==
        "CREATE FUNCTION f() BEGIN ATOMIC a; CASE b END; c; END|x|");
  CHECK(texts("BEGIN; a; END; x") == "BEGIN|a|END|x|");
  CHECK(texts("SELECT 1 \\gexec\nSELECT 2 \\gset\n") == "SELECT 1 |SELECT 2 |");
  CHECK(texts(";;").empty());
}

TEST_CASE("psql's own lines and COPY data are no statements") {
  CHECK(texts("\\connect shop\nCOPY t FROM stdin;\n1\t;'$$\n\\.\nSELECT 1;") == "COPY t FROM stdin|SELECT 1|");
  CHECK(texts("COPY t FROM stdin;\n\\.\nx;") == "COPY t FROM stdin|x|");
  CHECK(texts("COPY t TO stdout;\nx;") == "COPY t TO stdout|x|");
  CHECK(texts("COPY t FROM stdin;\nnever ended") == "COPY t FROM stdin|");
}

TEST_CASE("a statement knows its line") {
  const auto statements = split_sql("\n-- c\nSELECT\n1;\n\n  x;");
  REQUIRE(statements.size() == 2);
  CHECK(statements[0].line == 3);
  CHECK(statements[1].line == 6);
}

TEST_CASE("scripts cut at any byte are split without a crash") {
  const std::string script = "COPY t FROM stdin;\n1\n\\.\nE'\\'' $a$ ; $a$ \"x\"\" /* /* */ */ -- y\n; f(';');";
  for (std::size_t cut = 0; cut <= script.size(); ++cut) (void)split_sql(std::string_view{script}.substr(0, cut));
  for (std::size_t cut = 0; cut <= script.size(); ++cut) (void)split_sql(std::string_view{script}.substr(cut));
}
