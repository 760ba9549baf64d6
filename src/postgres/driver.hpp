// What talks to a PostgreSQL server stands in a module of its own, idem-postgres.so, that is loaded when a connection
// is opened. Why: libpq brings some twenty libraries (Kerberos, LDAP, TLS), and finding and relocating them costs every
// start of the program three times what the rest of it does, while few commands ever talk to a server.
//
// Session and CopyStream are the handles that everybody uses; behind them stand the interfaces below, implemented in
// src/postgres/driver/, which nothing but the module compiles.
#pragma once

#include "base/result.hpp"
#include "postgres/copy_stream.hpp"
#include "postgres/session.hpp"

#include <memory>
#include <string>

namespace idem::postgres {

// The rows of one answer; see Rows.
class Answer {
 public:
  virtual ~Answer() = default;
  virtual std::size_t size() const = 0;
  virtual std::size_t columns() const = 0;
  virtual std::size_t affected() const = 0;
  virtual std::string column_name(std::size_t column) const = 0;
  virtual bool is_null(std::size_t row, std::size_t column) const = 0;
  virtual std::string_view text(std::size_t row, std::size_t column) const = 0;
};

// A connection that takes whole answers; see Session.
class Connection {
 public:
  virtual ~Connection() = default;
  virtual Result<std::shared_ptr<const Answer>> query(const std::string& statement,
                                                      const Session::Parameters& parameters, std::string& sqlstate) = 0;
  virtual int server_version() const = 0;
  virtual std::string name() = 0;
};

// A connection that takes rows one by one; see CopyStream.
class Stream {
 public:
  virtual ~Stream() = default;
  virtual Result<std::vector<CopyStream::Line>> query(const std::string& statement) = 0;
  virtual Result<std::vector<CopyStream::Column>> describe(const std::string& query) = 0;
  virtual Result<void> start(const std::string& query, std::vector<CopyStream::Kind> kinds) = 0;
  virtual Result<bool> next(books::RawRow& row) = 0;
  virtual std::string ident(const std::string& name) const = 0;
  virtual std::string literal(const std::string& text) const = 0;
};

struct Driver {
  const char* version;  // of the program it was built with: both use each other's structs
  Result<std::unique_ptr<Connection>> (*connect)(const std::string& url);
  // `interrupted` is asked while an answer is waited for: when it says so, the query is cancelled on the server.
  Result<std::unique_ptr<Stream>> (*stream)(const std::string& url, bool (*interrupted)());
};

// The module's only symbol that others see: extern "C" const Driver* idem_postgres_driver().
using DriverEntry = const Driver* (*)();
inline constexpr const char* kDriverFile = "idem-postgres.so";
inline constexpr const char* kDriverEntry = "idem_postgres_driver";

// Loads the module once. It stands beside the program in a build folder, in lib/idem/ once installed; the program's run
// path (CMakeLists.txt) says so. A module that is missing or of another version is ErrorKind::usage.
Result<const Driver*> driver();

}  // namespace idem::postgres
