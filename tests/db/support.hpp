#pragma once

#include "migrate/profile.hpp"
#include "migrate/tools.hpp"
#include "postgres/session.hpp"

#include "catch.hpp"

#include <algorithm>
#include <string>

namespace idem {

// A session of its own on the test's server.
inline Session connected() {
  Result<Session> session = Session::open("");
  if (!session) FAIL(session.error().message);
  return std::move(session).value();
}

// Runs statements that must work.
inline Rows must(Session& session, const std::string& statement, const Session::Parameters& parameters = {}) {
  Result<Rows> rows = session.query(statement, parameters);
  if (!rows) FAIL(statement.substr(0, 200) << "\n" << rows.error().message);
  return *rows;
}

// The first column of the only row, "" for NULL.
inline std::string one(Session& session, const std::string& statement, const Session::Parameters& parameters = {}) {
  const Rows rows = must(session, statement, parameters);
  REQUIRE(rows.size() == 1);
  return std::string{rows.text(0, 0)};
}

// Tests share a server: an empty schema for those that look at everything there is.
inline void clean_public(Session& session) { must(session, "DROP SCHEMA public CASCADE; CREATE SCHEMA public"); }

// The server's major version.
inline int server_major() {
  static const int major = connected().server_version() / 10000;
  return major;
}

inline std::string script_of(SideTableRequest request, Direction direction) {
  request.server_version = std::min(request.server_version, server_major());
  const Result<Migration> migration = side_table_migration(request);
  if (!migration) FAIL(migration.error().message);
  return psql_text(*migration, direction);
}

// Takes the side table of the request away, if it is there, and makes it anew.
inline void fresh_side_table(Session& session, const SideTableRequest& request) {
  must(session, script_of(request, Direction::down));
  must(session, script_of(request, Direction::up));
}

}  // namespace idem
