#include "base/sql_quote.hpp"
#include "base/sql_keywords.hpp"

#include "catch.hpp"

#include <algorithm>

using namespace idem;

TEST_CASE("identifiers are quoted where the server would read them otherwise") {
  CHECK(quote_identifier("orders") == "orders");
  CHECK(quote_identifier("order") == "\"order\"");
  CHECK(quote_identifier("Orders") == "\"Orders\"");
  CHECK(quote_identifier("1st") == "\"1st\"");
  CHECK(quote_identifier("a b") == "\"a b\"");
  CHECK(quote_identifier("a\"; DROP TABLE x; --") == "\"a\"\"; DROP TABLE x; --\"");
  CHECK(quote_identifier("b\xc4\xb1g\xc4\xb1nt") == "\"b\xc4\xb1g\xc4\xb1nt\"");
  CHECK(quote_identifier("key", SqlDialect::mysql) == "`key`");
  CHECK(quote_identifier("a`b", SqlDialect::mysql) == "`a``b`");
  CHECK(quote_identifier("key", SqlDialect::postgres) == "key");
  CHECK(quote_qualified("My Schema", "user") == "\"My Schema\".\"user\"");
  CHECK(quote_qualified("", "t") == "t");
}

TEST_CASE("literals keep their quotes and, on MySQL, their backslashes") {
  CHECK(quote_literal("it's") == "'it''s'");
  CHECK(quote_literal("a\\b") == "'a\\b'");
  CHECK(quote_literal("a\\'b", SqlDialect::mysql) == "'a\\\\''b'");
}

TEST_CASE("names that would make a file lie are refused") {
  CHECK(check_identifier("orders"));
  CHECK(check_identifier("b\xc4\xb1g\xc4\xb1nt"));
  CHECK(check_identifier("quo\"te; --"));
  CHECK_FALSE(check_identifier(""));
  CHECK_FALSE(check_identifier("a\nDROP TABLE x"));
  CHECK_FALSE(check_identifier(std::string_view("a\0b", 3)));
  CHECK_FALSE(
      check_identifier("a\xe2\x80\xae"
                       "b"));  // right-to-left override
  CHECK_FALSE(
      check_identifier("a\xe2\x80\xa8"
                       "b"));  // line separator
  CHECK_FALSE(check_identifier("a\xff"));
  CHECK_FALSE(check_identifier("a\xc0\xaf"));      // overlong slash
  CHECK_FALSE(check_identifier("a\xed\xa0\x80"));  // surrogate
  CHECK(check_identifier(std::string(63, 'x')));
  CHECK_FALSE(check_identifier(std::string(64, 'x')));
  CHECK(check_identifier(std::string(64, 'x'), SqlDialect::mysql));
}

TEST_CASE("long names are cut as the server does, and derived ones stay apart") {
  const std::string umlauts = std::string(31, 'a') + "\xc3\xbc" + std::string(29, 'b') + "\xc3\xbc";  // 64 bytes
  CHECK(cut_identifier(umlauts) == umlauts.substr(0, 62));
  const std::string one = std::string(62, 'x') + "1";
  const std::string two = std::string(62, 'x') + "2";
  CHECK(derive_identifier(one, "_pkey").size() == 63);
  CHECK(derive_identifier(one, "_pkey") != derive_identifier(two, "_pkey"));
  CHECK(derive_identifier("orders", "_pkey") == "orders_pkey");
  CHECK(check_identifier(derive_identifier(umlauts, "_state_check")));
}

TEST_CASE("keyword lists are sorted") {
  CHECK(std::is_sorted(std::begin(kPostgresKeywords), std::end(kPostgresKeywords)));
  CHECK(std::is_sorted(std::begin(kMysqlKeywords), std::end(kMysqlKeywords)));
  CHECK(std::is_sorted(std::begin(kSqliteKeywords), std::end(kSqliteKeywords)));
}
