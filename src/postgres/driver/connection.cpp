// The only file that includes libpqxx: versions 6 and 7 differ, and what follows keeps to the part they share.
#include "postgres/driver/parts.hpp"

#include <fmt/core.h>

#include <pqxx/pqxx>
#include <utility>

namespace idem::postgres {

namespace {

class PqxxAnswer : public Answer {
 public:
  explicit PqxxAnswer(const pqxx::result& result) : m_result(result) {}  // shared, not copied
  std::size_t size() const override { return static_cast<std::size_t>(m_result.size()); }
  std::size_t columns() const override { return static_cast<std::size_t>(m_result.columns()); }
  std::size_t affected() const override { return static_cast<std::size_t>(m_result.affected_rows()); }
  std::string column_name(std::size_t column) const override {
    return m_result.column_name(static_cast<pqxx::row::size_type>(column));
  }
  bool is_null(std::size_t row, std::size_t column) const override { return field(row, column).is_null(); }
  std::string_view text(std::size_t row, std::size_t column) const override {
    const pqxx::field found = field(row, column);
    return found.is_null() ? std::string_view{} : std::string_view{found.c_str(), found.size()};
  }

 private:
  pqxx::field field(std::size_t row, std::size_t column) const {
    return m_result[static_cast<pqxx::result::size_type>(row)][static_cast<pqxx::row::size_type>(column)];
  }
  pqxx::result m_result;
};

Error failure(ErrorKind kind, std::string_view message, std::string_view sqlstate) {
  const std::string line = first_line(message);
  return {kind, sqlstate.empty() ? line : fmt::format("{} (SQLSTATE {})", line, sqlstate)};
}

// libpqxx 6 and 7 take a variable number of values in different ways; a fixed number is the same in both.
template <std::size_t... Index>
pqxx::result run_with(pqxx::nontransaction& statements, const std::string& statement, const Session::Parameters& values,
                      std::index_sequence<Index...>) {
  const auto text = [&](std::size_t i) -> const char* { return values[i] ? values[i]->c_str() : nullptr; };
  return statements.exec_params(statement, text(Index)...);
}

template <std::size_t Count = 1>
pqxx::result run(pqxx::nontransaction& statements, const std::string& statement, const Session::Parameters& values) {
  if (values.size() == Count) return run_with(statements, statement, values, std::make_index_sequence<Count>{});
  if constexpr (Count < Session::kMaxParameters) return run<Count + 1>(statements, statement, values);
  throw pqxx::usage_error{"too many parameters"};
}

class PqxxConnection : public Connection {
 public:
  explicit PqxxConnection(const std::string& url) : m_connection(url) {}

  Result<std::shared_ptr<const Answer>> query(const std::string& statement, const Session::Parameters& parameters,
                                              std::string& sqlstate) override;
  int server_version() const override { return m_connection.server_version(); }
  std::string name() override {
    const char* host = m_connection.hostname();
    const char* database = m_connection.dbname();
    return fmt::format("{} on {}", database ? database : "?", host && *host ? host : "the local socket");
  }

 private:
  pqxx::connection m_connection;
  // Declared after the connection, so that it ends first. It sends each statement as it is.
  pqxx::nontransaction m_statements{m_connection};
};

Result<std::shared_ptr<const Answer>> PqxxConnection::query(const std::string& statement,
                                                            const Session::Parameters& parameters,
                                                            std::string& sqlstate) {
  try {
    const pqxx::result result =
        parameters.empty() ? m_statements.exec(statement) : run(m_statements, statement, parameters);
    return std::shared_ptr<const Answer>(std::make_shared<PqxxAnswer>(result));
  } catch (const pqxx::broken_connection& error) {
    return failure(ErrorKind::incomplete, fmt::format("the connection was lost: {}", error.what()), "");
  } catch (const pqxx::serialization_failure& error) {  // in libpqxx 6 neither this nor the next is an sql_error
    sqlstate = "40001";
    return failure(ErrorKind::input, error.what(), sqlstate);
  } catch (const pqxx::transaction_rollback& error) {
    sqlstate = dynamic_cast<const pqxx::deadlock_detected*>(&error) != nullptr ? "40P01" : "40000";
    return failure(ErrorKind::input, error.what(), sqlstate);
  } catch (const pqxx::sql_error& error) {
    sqlstate = error.sqlstate();
    // 57P01..57P03: the server is going away; 53: it has run out of something. Neither is the statement's fault.
    const bool server = sqlstate.starts_with("57P") || sqlstate.starts_with("53") || sqlstate.starts_with("08");
    return failure(server ? ErrorKind::incomplete : ErrorKind::input, error.what(), sqlstate);
  } catch (const std::exception& error) {
    return failure(ErrorKind::internal, error.what(), "");
  }
}

}  // namespace

std::string first_line(std::string_view message) {
  message = message.substr(0, message.find('\n'));
  while (!message.empty() && message.back() == ' ') message.remove_suffix(1);
  return without_password(message);
}

Result<std::unique_ptr<Connection>> connect(const std::string& url) {
  try {
    return std::unique_ptr<Connection>(std::make_unique<PqxxConnection>(url));
  } catch (const std::exception& error) {  // libpqxx names a bad URL and an absent server alike
    if (may_be_misread(url))
      return Error{
          ErrorKind::incomplete,
          "cannot connect to PostgreSQL; why is not shown, since it may hold part of the password: in a URL, write "
          "@ as %40, / as %2F and ? as %3F, in a keyword string put the value in quotes, or use PGPASSWORD"};
    return failure(ErrorKind::incomplete, fmt::format("cannot connect to PostgreSQL: {}", error.what()), "");
  }
}

}  // namespace idem::postgres
