// Runs against the server that PGHOST and PGPORT name (tests/db.cmake starts one).
#include "postgres/session.hpp"

#include "catch.hpp"

using namespace idem;

TEST_CASE("values travel as parameters and rows outlive the session", "[session]") {
  Rows rows;
  {
    Result<Session> session = Session::open("");
    REQUIRE(session);
    CHECK(session->server_version() >= 120000);
    Result<Rows> answer = session->query("SELECT $1::text AS a, $2::text, $3::bigint + 1, true",
                                         {std::string{"it's"}, std::nullopt, std::string{"41"}});
    REQUIRE(answer);
    rows = *answer;
  }
  REQUIRE(rows.size() == 1);
  REQUIRE(rows.columns() == 4);
  CHECK(rows.column_name(0) == "a");
  CHECK(rows.text(0, 0) == "it's");
  CHECK(rows.is_null(0, 1));
  CHECK(rows.text(0, 1).empty());
  CHECK(rows.number(0, 2) == 42);
  CHECK(rows.truth(0, 3));
}

TEST_CASE("a failed statement tells its SQLSTATE and leaves the session usable", "[session]") {
  Result<Session> session = Session::open("");
  REQUIRE(session);
  const Result<Rows> wrong = session->query("SELECT * FROM no_such_table");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().kind == ErrorKind::input);
  CHECK(session->last_sqlstate() == "42P01");
  CHECK(session->query("SELECT 1"));
  CHECK(session->last_sqlstate().empty());
}

TEST_CASE("transactions are the statements' own, cursors too", "[session]") {
  Result<Session> session = Session::open("");
  REQUIRE(session);
  REQUIRE(session->query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"));
  REQUIRE(session->query("DECLARE c NO SCROLL CURSOR FOR SELECT generate_series(1, 5)"));
  CHECK(session->query("FETCH 3 FROM c").value().size() == 3);
  CHECK(session->query("FETCH 3 FROM c").value().size() == 2);
  CHECK_FALSE(session->query("CREATE TABLE forbidden (a int)"));
  CHECK(session->last_sqlstate() == "25006");
  CHECK(session->query("ROLLBACK"));
}

TEST_CASE("affected rows are counted", "[session]") {
  Result<Session> session = Session::open("");
  REQUIRE(session);
  REQUIRE(session->query("CREATE TEMPORARY TABLE t AS SELECT generate_series(1, 7) AS n"));
  CHECK(session->query("DELETE FROM t WHERE n > $1", {std::string{"2"}}).value().affected() == 5);
}

TEST_CASE("a session ended by the server is an incomplete answer", "[session]") {
  Result<Session> session = Session::open("");
  REQUIRE(session);
  const Result<Rows> gone = session->query("SELECT pg_terminate_backend(pg_backend_pid())");
  REQUIRE_FALSE(gone);
  CHECK(gone.error().kind == ErrorKind::incomplete);
}

TEST_CASE("serialization failures and deadlocks are told apart by their SQLSTATE", "[session]") {
  Result<Session> session = Session::open("");
  REQUIRE(session);
  CHECK_FALSE(session->query("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40001'; END $$"));
  CHECK(session->last_sqlstate() == "40001");
  CHECK_FALSE(session->query("DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '40P01'; END $$"));
  CHECK(session->last_sqlstate() == "40P01");
}
