#include "base/interrupt.hpp"
#include "postgres/driver/binary_rows.hpp"
#include "postgres/driver/parts.hpp"

#include <fmt/core.h>
#include <libpq-fe.h>

#include <cstring>
#include <map>
#include <utility>

#include <poll.h>

namespace idem::postgres {

namespace {

struct ResultDeleter {
  void operator()(PGresult* result) const { PQclear(result); }
};
using ResultPtr = std::unique_ptr<PGresult, ResultDeleter>;

// Cuts a line of COPY's text format into fields, undoing its escapes in place.
void cut(char* line, std::size_t size, books::RawRow& row) {
  row.clear();
  char* const end = line + size;
  char* at = line;
  for (;;) {
    char* stop = static_cast<char*>(std::memchr(at, '\t', static_cast<std::size_t>(end - at)));
    if (stop == nullptr) stop = end;
    char* escape = static_cast<char*>(std::memchr(at, '\\', static_cast<std::size_t>(stop - at)));
    if (escape == nullptr) {
      row.push_back({std::string_view(at, static_cast<std::size_t>(stop - at)), false});
    } else if (escape == at && stop - at == 2 && at[1] == 'N') {
      row.push_back({});
    } else {
      char* out = escape;
      for (char* in = escape; in < stop; ++in) {
        if (*in != '\\' || in + 1 == stop) {
          *out++ = *in;
          continue;
        }
        static constexpr std::string_view kFrom = "bfnrtv";
        static constexpr std::string_view kTo = "\b\f\n\r\t\v";
        const std::size_t which = kFrom.find(*++in);
        *out++ = which == std::string_view::npos ? *in : kTo[which];
      }
      row.push_back({std::string_view(at, static_cast<std::size_t>(out - at)), false});
    }
    if (stop == end) return;
    at = stop + 1;
  }
}

using Line = CopyStream::Line;
using Column = CopyStream::Column;
using Kind = CopyStream::Kind;

class LibpqStream : public Stream {
 public:
  LibpqStream(PGconn* connection, bool (*interrupted)()) : m_connection(connection), m_interrupted(interrupted) {}
  LibpqStream(const LibpqStream&) = delete;
  LibpqStream& operator=(const LibpqStream&) = delete;
  ~LibpqStream() override {
    if (m_buffer != nullptr) PQfreemem(m_buffer);
    PQfinish(m_connection);
  }

  Result<std::vector<Line>> query(const std::string& statement) override;
  Result<std::vector<Column>> describe(const std::string& query_text) override;
  Result<void> start(const std::string& query_text, std::vector<Kind> kinds) override;
  Result<bool> next(books::RawRow& row) override;
  std::string ident(const std::string& name) const override;
  std::string literal(const std::string& text) const override;

 private:
  Result<void> wait();  // until the answer is there, or cancel
  void cancel();
  Error lost_or(const char* message, const char* sqlstate) const;
  Result<void> begun();  // waits until the server has begun to answer start()
  Result<bool> next_message(std::string_view& message);

  PGconn* m_connection;
  bool (*m_interrupted)();
  char* m_buffer = nullptr;  // of the row at hand, libpq's
  bool m_starting = false;   // start() was sent, its answer not yet seen
  BinaryRows m_binary;       // of a COPY in binary form
};

void LibpqStream::cancel() {
  char why[256];
  PGcancel* request = PQgetCancel(m_connection);
  if (request != nullptr) PQcancel(request, why, sizeof why);
  PQfreeCancel(request);
}

Error LibpqStream::lost_or(const char* message, const char* sqlstate) const {
  if (m_interrupted()) return interruption();
  const std::string state = sqlstate == nullptr ? "" : sqlstate;
  // 08: connection, 57P: shutdown, 57014: cancelled or timed out, 53: out of resources, 40: the snapshot was lost
  const bool lost = PQstatus(m_connection) != CONNECTION_OK || state.compare(0, 2, "08") == 0 ||
                    state.compare(0, 2, "57") == 0 || state.compare(0, 2, "53") == 0 || state.compare(0, 2, "40") == 0;
  std::string text = first_line(message);
  if (!state.empty()) text += fmt::format(" ({})", state);
  return {lost ? ErrorKind::incomplete : ErrorKind::input, "PostgreSQL: " + text};
}

Result<void> LibpqStream::wait() {
  bool cancelled = false;
  while (PQisBusy(m_connection) != 0) {
    if (m_interrupted() && !cancelled) {
      cancel();
      cancelled = true;
    }
    pollfd socket{PQsocket(m_connection), POLLIN, 0};
    poll(&socket, 1, 250);
    if (PQconsumeInput(m_connection) == 0) return lost_or(PQerrorMessage(m_connection), nullptr);
  }
  return {};
}

Result<std::vector<Line>> LibpqStream::query(const std::string& statement) {
  if (PQsendQuery(m_connection, statement.c_str()) == 0) return lost_or(PQerrorMessage(m_connection), nullptr);
  std::vector<Line> lines;
  std::optional<Error> failed;
  for (;;) {
    if (const auto waited = wait(); !waited) return waited.error();
    const ResultPtr result(PQgetResult(m_connection));
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result.get());
    if (status == PGRES_COPY_OUT) break;
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
      if (!failed)
        failed = lost_or(PQresultErrorMessage(result.get()), PQresultErrorField(result.get(), PG_DIAG_SQLSTATE));
      continue;
    }
    for (int row = 0; row < PQntuples(result.get()); ++row) {
      Line line;
      for (int column = 0; column < PQnfields(result.get()); ++column) {
        if (PQgetisnull(result.get(), row, column) != 0)
          line.emplace_back();
        else
          line.emplace_back(PQgetvalue(result.get(), row, column));
      }
      lines.push_back(std::move(line));
    }
  }
  if (failed) return *failed;
  return lines;
}

Result<std::vector<Column>> LibpqStream::describe(const std::string& query_text) {
  if (PQsendPrepare(m_connection, "idem_describe", query_text.c_str(), 0, nullptr) == 0)
    return lost_or(PQerrorMessage(m_connection), nullptr);
  std::optional<Error> failed;
  for (;;) {
    if (const auto waited = wait(); !waited) return waited.error();
    const ResultPtr result(PQgetResult(m_connection));
    if (result == nullptr) break;
    if (PQresultStatus(result.get()) != PGRES_COMMAND_OK && !failed)
      failed = lost_or(PQresultErrorMessage(result.get()), PQresultErrorField(result.get(), PG_DIAG_SQLSTATE));
  }
  if (failed) return *failed;
  std::vector<Column> columns;
  std::string oids;
  const ResultPtr described(PQdescribePrepared(m_connection, "idem_describe"));
  for (int i = 0; i < PQnfields(described.get()); ++i) {
    columns.push_back({PQfname(described.get(), i), std::to_string(PQftype(described.get(), i))});
    oids += fmt::format("{}{}", i == 0 ? "" : ",", PQftype(described.get(), i));
  }
  if (const auto dropped = query("DEALLOCATE idem_describe"); !dropped) return dropped.error();
  if (columns.empty()) return Error{ErrorKind::usage, "the query gives no columns"};
  const auto names = query(fmt::format("SELECT oid, typname FROM pg_catalog.pg_type WHERE oid IN ({})", oids));
  if (!names) return names.error();
  std::map<std::string, std::string> by_oid;
  for (const Line& line : *names) by_oid[line[0].value_or("")] = line[1].value_or("");
  for (Column& column : columns) column.type = by_oid[column.type];
  return columns;
}

Result<void> LibpqStream::start(const std::string& query_text, std::vector<Kind> kinds) {
  const char* form = kinds.empty() ? "" : " (FORMAT binary)";
  if (PQsendQuery(m_connection, fmt::format("COPY ({}) TO STDOUT{}", query_text, form).c_str()) == 0)
    return lost_or(PQerrorMessage(m_connection), nullptr);
  m_binary = BinaryRows(std::move(kinds));
  m_starting = true;
  return {};
}

Result<void> LibpqStream::begun() {
  m_starting = false;
  if (const auto waited = wait(); !waited) return waited.error();
  const ResultPtr result(PQgetResult(m_connection));
  if (result != nullptr && PQresultStatus(result.get()) == PGRES_COPY_OUT) return {};
  const Error error = lost_or(PQresultErrorMessage(result.get()),
                              result == nullptr ? nullptr : PQresultErrorField(result.get(), PG_DIAG_SQLSTATE));
  while (ResultPtr(PQgetResult(m_connection)) != nullptr) {
  }
  return error;
}

// The bytes of one CopyData; false at the end.
Result<bool> LibpqStream::next_message(std::string_view& message) {
  if (m_buffer != nullptr) PQfreemem(std::exchange(m_buffer, nullptr));
  for (;;) {
    const int size = PQgetCopyData(m_connection, &m_buffer, 1);
    if (size > 0) {
      message = std::string_view(m_buffer, static_cast<std::size_t>(size));
      return true;
    }
    if (size == 0) {
      if (m_interrupted()) {
        cancel();
        return interruption();
      }
      pollfd socket{PQsocket(m_connection), POLLIN, 0};
      poll(&socket, 1, 250);
      if (PQconsumeInput(m_connection) == 0) return lost_or(PQerrorMessage(m_connection), nullptr);
      continue;
    }
    // The end, or a failure in the middle: only the result that follows tells which.
    std::optional<Error> failed;
    if (size == -2) failed = lost_or(PQerrorMessage(m_connection), nullptr);
    for (;;) {
      const ResultPtr result(PQgetResult(m_connection));
      if (result == nullptr) break;
      if (PQresultStatus(result.get()) != PGRES_COMMAND_OK && !failed)
        failed = lost_or(PQresultErrorMessage(result.get()), PQresultErrorField(result.get(), PG_DIAG_SQLSTATE));
      if (PQstatus(m_connection) != CONNECTION_OK) break;
    }
    if (failed) return *failed;
    return false;
  }
}

Result<bool> LibpqStream::next(books::RawRow& row) {
  if (m_starting)
    if (const auto answered = begun(); !answered) return answered.error();
  for (;;) {
    std::string_view message;
    const Result<bool> got = next_message(message);
    if (!got || !*got) return got;
    if (m_binary.expected()) {
      const BinaryRows::Read read = m_binary.read(message, row);
      if (read == BinaryRows::Read::row) return true;
      if (read == BinaryRows::Read::nothing) continue;
      return Error{ErrorKind::incomplete, "PostgreSQL: the server sends rows in a form that is not understood"};
    }
    std::size_t length = message.size();
    if (message.back() == '\n') --length;
    cut(m_buffer, length, row);
    return true;
  }
}

std::string LibpqStream::ident(const std::string& name) const {
  char* quoted = PQescapeIdentifier(m_connection, name.c_str(), name.size());
  std::string out = quoted == nullptr ? "\"\"" : quoted;
  PQfreemem(quoted);
  return out;
}

std::string LibpqStream::literal(const std::string& text) const {
  char* quoted = PQescapeLiteral(m_connection, text.c_str(), text.size());
  std::string out = quoted == nullptr ? "''" : quoted;
  PQfreemem(quoted);
  return out;
}

}  // namespace

Result<std::unique_ptr<Stream>> open_stream(const std::string& url, bool (*interrupted)()) {
  const char* names[] = {"dbname", "client_encoding", "application_name", "connect_timeout", nullptr};
  const char* values[] = {url.c_str(), "UTF8", "idem", "10", nullptr};
  PGconn* connection = PQconnectdbParams(names, values, 1);
  auto stream = std::make_unique<LibpqStream>(connection, interrupted);
  if (PQstatus(connection) != CONNECTION_OK)
    return Error{ErrorKind::incomplete, "cannot connect: " + first_line(PQerrorMessage(connection))};
  // Notices (a function of the user may raise some) are no part of a report.
  PQsetNoticeProcessor(
      connection, [](void*, const char*) {}, nullptr);
  return std::unique_ptr<Stream>(std::move(stream));
}

}  // namespace idem::postgres
