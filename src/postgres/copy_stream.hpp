#pragma once

#include "base/result.hpp"
#include "records/row.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace idem {

namespace postgres {
class Stream;  // postgres/driver.hpp
}

// A connection for reading much: rows come through COPY one by one, and Ctrl-C cancels the query on the server.
// (Session, beside it, takes whole answers at once.) A lost server is ErrorKind::incomplete.
class CopyStream {
 public:
  using Line = std::vector<std::optional<std::string>>;

  static Result<CopyStream> open(const std::string& url);
  CopyStream(CopyStream&&) noexcept;
  CopyStream& operator=(CopyStream&&) = delete;
  ~CopyStream();

  // Statements without an answer.
  Result<void> run(const std::string& statement);
  // A small answer, whole.
  Result<std::vector<Line>> query(const std::string& statement);
  // Names and type names of what a query would give, without running it.
  struct Column {
    std::string name;
    std::string type;  // pg_type.typname of the base type
  };
  Result<std::vector<Column>> describe(const std::string& query);

  // How a column of a binary COPY is read: bytes of text, timestamptz, int2 to int8, numeric.
  enum class Kind : std::uint8_t { text, time, whole, decimal };
  // Sends COPY (query) TO STDOUT; next() gives its rows until false, and what goes wrong, so that other connections can
  // be sent to work meanwhile. Views are valid until the next call. With `kinds`, one a column, the rows come in binary
  // form, which costs server and reader a third less; the query must give columns of just these kinds.
  Result<void> start(const std::string& query, std::vector<Kind> kinds = {});
  Result<bool> next(books::RawRow& row);

  // `name` as an identifier, `text` as a literal of this server.
  std::string ident(const std::string& name) const;
  std::string literal(const std::string& text) const;

 private:
  explicit CopyStream(std::unique_ptr<postgres::Stream> stream);
  std::unique_ptr<postgres::Stream> m_stream;
};

}  // namespace idem
