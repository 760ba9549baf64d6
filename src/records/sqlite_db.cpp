#include "records/sqlite_db.hpp"

#include "base/interrupt.hpp"

#include <fmt/core.h>
#include <sqlite3.h>

namespace idem::books {

namespace {

Error error_of(sqlite3* db, int code) {
  const int kind = code & 0xff;
  if (interrupted()) return interruption();
  const bool cut = kind == SQLITE_FULL || kind == SQLITE_IOERR || kind == SQLITE_CORRUPT || kind == SQLITE_NOMEM ||
                   kind == SQLITE_INTERRUPT || kind == SQLITE_BUSY || kind == SQLITE_LOCKED;
  std::string message = fmt::format("SQLite: {}", db == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(db));
  if (kind == SQLITE_FULL || kind == SQLITE_IOERR)
    message += " (the temporary file stands in SQLITE_TMPDIR, else TMPDIR, else /var/tmp)";
  return {cut ? ErrorKind::incomplete : ErrorKind::input, std::move(message)};
}

int check_interrupt(void*) { return interrupted() ? 1 : 0; }

}  // namespace

SqliteStatement::~SqliteStatement() { sqlite3_finalize(m_statement); }

// A view that is not NULL but has no memory would bind NULL.
void SqliteStatement::bind(int index, std::string_view text) {
  sqlite3_bind_text64(m_statement, index, text.data() == nullptr ? "" : text.data(), text.size(), SQLITE_STATIC,
                      SQLITE_UTF8);
}
void SqliteStatement::bind(int index, std::int64_t number) { sqlite3_bind_int64(m_statement, index, number); }
void SqliteStatement::bind_null(int index) { sqlite3_bind_null(m_statement, index); }

Result<bool> SqliteStatement::step() {
  const int code = sqlite3_step(m_statement);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return error_of(sqlite3_db_handle(m_statement), code);
}

Result<void> SqliteStatement::run() {
  for (;;) {
    const Result<bool> more = step();
    if (!more || !*more) {
      sqlite3_reset(m_statement);
      if (!more) return more.error();
      return {};
    }
  }
}

int SqliteStatement::columns() const { return sqlite3_column_count(m_statement); }
std::string_view SqliteStatement::column_name(int index) const { return sqlite3_column_name(m_statement, index); }
bool SqliteStatement::is_null(int index) const { return sqlite3_column_type(m_statement, index) == SQLITE_NULL; }
bool SqliteStatement::is_integer(int index) const { return sqlite3_column_type(m_statement, index) == SQLITE_INTEGER; }
std::string_view SqliteStatement::text(int index) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, index));
  return bytes == nullptr ? std::string_view()
                          : std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, index)));
}
std::int64_t SqliteStatement::number(int index) const { return sqlite3_column_int64(m_statement, index); }

Result<SqliteDb> SqliteDb::open_temporary(int cache_kib) {
  sqlite3* handle = nullptr;
  const int code =
      sqlite3_open_v2("", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_PRIVATECACHE, nullptr);
  SqliteDb db(handle);
  if (code != SQLITE_OK) return error_of(handle, code);
  sqlite3_progress_handler(handle, 10'000, check_interrupt, nullptr);
  if (const auto set =
          db.run(fmt::format("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
                             "PRAGMA temp_store = FILE; PRAGMA cache_size = -{}; PRAGMA page_size = 8192;",
                             cache_kib));
      !set)
    return set.error();
  return db;
}

Result<SqliteDb> SqliteDb::open_read_only(const std::string& path) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
  SqliteDb db(handle);
  if (code != SQLITE_OK) return Error{ErrorKind::input, fmt::format("cannot open {}: {}", path, sqlite3_errstr(code))};
  sqlite3_progress_handler(handle, 10'000, check_interrupt, nullptr);
  sqlite3_busy_timeout(handle, 5000);
  // Only now is the file looked at; BEGIN gives one snapshot for all that is read.
  if (const auto begun = db.run("PRAGMA query_only = ON; BEGIN; SELECT count(*) FROM sqlite_master"); !begun)
    return begun.error().with_context(path);
  return db;
}

SqliteDb::~SqliteDb() { sqlite3_close_v2(m_db); }

Result<void> SqliteDb::run(const std::string& statements) {
  const int code = sqlite3_exec(m_db, statements.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error_of(m_db, code);
  return {};
}

Result<SqliteStatement> SqliteDb::prepare(const std::string& statement) {
  sqlite3_stmt* prepared = nullptr;
  const int code = sqlite3_prepare_v2(m_db, statement.data(), static_cast<int>(statement.size()), &prepared, nullptr);
  if (code != SQLITE_OK) return error_of(m_db, code);
  return SqliteStatement(prepared);
}

}  // namespace idem::books
