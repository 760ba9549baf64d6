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
  CHECK(without_password("postgres://ann:s3/cr?t@db/shop") == "postgres://ann:***@db/shop");
  CHECK(without_password("host=db password = 'it\\'s s3cret' user=ann") == "host=db password = *** user=ann");
}

TEST_CASE("a password that libpq would take for a host, a database or a keyword is not shown as one") {
  for (const char* url : {"postgres://ann:s3/cret@db/shop", "postgres://ann:s3@cret@127.0.0.1:1/shop",
                          "postgres://ann:s3?cret@127.0.0.1:1/shop", "postgres://ann:s3@cret/more@127.0.0.1:1/shop",
                          "postgresql://ann:1/s3cret@127.0.0.1:1/shop", "host=127.0.0.1 port=1 password=s3 cret",
                          "host=127.0.0.1 port=1 password='s3 cret"}) {
    INFO(url);
    const Result<Session> session = Session::open(url);
    REQUIRE_FALSE(session);
    CHECK(session.error().kind == ErrorKind::incomplete);
    CHECK(session.error().message.find("s3") == std::string::npos);
    CHECK(session.error().message.find("cret") == std::string::npos);
  }
  CHECK(may_be_misread("postgres://ann:p@w@db/shop"));
  for (const char* url :
       {"postgres://ann:p%40w@db/shop", "postgres://ann@db:5432/shop", "postgres://[::1]:5432/shop", "",
        "host=db password=s3cret user=ann", "host=db password='a b' user=ann", "dbname=a port=1"}) {
    INFO(url);
    CHECK_FALSE(may_be_misread(url));
  }
}

TEST_CASE("a server that cannot be reached is an incomplete answer") {
  const Result<Session> session = Session::open("host=/nonexistent/socket dbname=x connect_timeout=1");
  REQUIRE_FALSE(session);
  CHECK(session.error().kind == ErrorKind::incomplete);
}
