#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace idem::books {

// A prepared statement of SQLite. Texts bound are not copied: they must live until the next step().
class SqliteStatement {
 public:
  explicit SqliteStatement(sqlite3_stmt* statement) : m_statement(statement) {}
  SqliteStatement(SqliteStatement&& other) noexcept : m_statement(other.m_statement) { other.m_statement = nullptr; }
  SqliteStatement& operator=(SqliteStatement&&) = delete;
  ~SqliteStatement();

  void bind(int index, std::string_view text);  // from 1
  void bind(int index, std::int64_t number);
  void bind_null(int index);
  Result<bool> step();  // true while there is a row
  Result<void> run();   // step to the end and reset

  int columns() const;
  std::string_view column_name(int index) const;
  bool is_null(int index) const;  // columns from 0
  bool is_integer(int index) const;
  std::string_view text(int index) const;
  std::int64_t number(int index) const;

 private:
  sqlite3_stmt* m_statement;
};

// A database of SQLite. A full disk and a damaged file are ErrorKind::incomplete.
class SqliteDb {
 public:
  // A private database in a temporary file that vanishes with this object; `cache_kib` bounds its memory.
  static Result<SqliteDb> open_temporary(int cache_kib);
  // An existing file, read-only.
  static Result<SqliteDb> open_read_only(const std::string& path);
  SqliteDb(SqliteDb&& other) noexcept : m_db(other.m_db) { other.m_db = nullptr; }
  SqliteDb& operator=(SqliteDb&&) = delete;
  ~SqliteDb();

  Result<void> run(const std::string& statements);
  Result<SqliteStatement> prepare(const std::string& statement);

 private:
  explicit SqliteDb(sqlite3* db) : m_db(db) {}
  sqlite3* m_db;
};

}  // namespace idem::books
