#include "postgres/session.hpp"

#include "catch.hpp"

using namespace idem;

TEST_CASE("a password never reaches a message") {
  CHECK(without_password("postgres://ann:s3:cret@db/shop") == "postgres://ann:***@db/shop");
  CHECK(without_password("invalid port in \"postgres://ann:p@ss@db:x/shop\"") ==
        "invalid port in \"postgres://ann:***@db:x/shop\"");
  CHECK(without_password("host=db password=s3cret user=ann") == "host=db password=*** user=ann");
  CHECK(without_password("host=db password='a b' user=ann") == "host=db password=*** user=ann");
  CHECK(without_password("postgres://db/shop?password=s3cret&sslmode=require") ==
        "postgres://db/shop?password=***&sslmode=require");
  CHECK(without_password("postgres://ann@db/shop") == "postgres://ann@db/shop");
}

TEST_CASE("a server that cannot be reached is an incomplete answer") {
  const Result<Session> session = Session::open("host=/nonexistent/socket dbname=x connect_timeout=1");
  REQUIRE_FALSE(session);
  CHECK(session.error().kind == ErrorKind::incomplete);
}
