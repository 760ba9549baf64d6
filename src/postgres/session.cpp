// The only file that includes libpqxx: versions 6 and 7 differ, and what follows keeps to the part they share.
#include "postgres/session.hpp"

#include "base/resources.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <pqxx/pqxx>
#include <utility>

namespace idem {

struct Rows::Data {
  pqxx::result result;
};

struct Session::Connection {
  explicit Connection(const std::string& url) : connection(url) {}
  pqxx::connection connection;
  // Declared after the connection, so that it ends first. It sends each statement as it is.
  pqxx::nontransaction statements{connection};
};

std::size_t Rows::size() const { return m_data ? static_cast<std::size_t>(m_data->result.size()) : 0; }
std::size_t Rows::columns() const { return m_data ? static_cast<std::size_t>(m_data->result.columns()) : 0; }
std::size_t Rows::affected() const { return m_data ? static_cast<std::size_t>(m_data->result.affected_rows()) : 0; }

std::string Rows::column_name(std::size_t column) const {
  return m_data->result.column_name(static_cast<pqxx::row::size_type>(column));
}

static pqxx::field field_of(const pqxx::result& result, std::size_t row, std::size_t column) {
  return result[static_cast<pqxx::result::size_type>(row)][static_cast<pqxx::row::size_type>(column)];
}

bool Rows::is_null(std::size_t row, std::size_t column) const {
  return field_of(m_data->result, row, column).is_null();
}

std::string_view Rows::text(std::size_t row, std::size_t column) const {
  const pqxx::field field = field_of(m_data->result, row, column);
  return field.is_null() ? std::string_view{} : std::string_view{field.c_str(), field.size()};
}

long long Rows::number(std::size_t row, std::size_t column) const {
  const std::string_view digits = text(row, column);
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
}

std::string without_password(std::string_view text) {
  std::string safe{text};
  if (const std::size_t scheme = safe.find("://"); scheme != std::string::npos) {
    const std::size_t begin = scheme + 3;
    const std::size_t authority_end = std::min(safe.find_first_of("/? \n", begin), safe.size());
    const std::size_t at = safe.rfind('@', authority_end);
    const std::size_t colon = safe.find(':', begin);
    if (at != std::string::npos && at > begin && colon < at) safe.replace(colon + 1, at - colon - 1, "***");
  }
  for (std::size_t word = safe.find("password="); word != std::string::npos; word = safe.find("password=", word + 9)) {
    const std::size_t begin = word + 9;
    const bool quoted = begin < safe.size() && safe[begin] == '\'';
    const std::size_t end = quoted ? safe.find('\'', begin + 1) : safe.find_first_of("& \n", begin);
    const std::size_t length = end == std::string::npos ? std::string::npos : end - begin + (quoted ? 1 : 0);
    safe.replace(begin, length, "***");
  }
  return safe;
}

static std::string first_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  const std::size_t end = text.find('\n');
  return std::string{text.substr(0, end)};
}

static Error failure(ErrorKind kind, std::string_view message, std::string_view sqlstate) {
  const std::string line = without_password(first_line(message));
  return {kind, sqlstate.empty() ? line : fmt::format("{} (SQLSTATE {})", line, sqlstate)};
}

Result<Session> Session::open(const std::string& url) {
  try {
    Session session{std::make_unique<Connection>(url)};
    if (Result<Rows> set = session.query(std::string{resource("sql/postgres/session.sql")}); !set) return set.error();
    return session;
  } catch (const std::exception& error) {  // libpqxx names a bad URL and an absent server alike
    return failure(ErrorKind::incomplete, fmt::format("cannot connect to PostgreSQL: {}", error.what()), "");
  }
}

Session::Session(std::unique_ptr<Connection> connection) : m_connection(std::move(connection)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

// libpqxx 6 and 7 take a variable number of values in different ways; a fixed number is the same in both.
template <std::size_t... Index>
static pqxx::result run_with(pqxx::nontransaction& statements, const std::string& statement,
                             const Session::Parameters& values, std::index_sequence<Index...>) {
  const auto text = [&](std::size_t i) -> const char* { return values[i] ? values[i]->c_str() : nullptr; };
  return statements.exec_params(statement, text(Index)...);
}

template <std::size_t Count = 1>
static pqxx::result run(pqxx::nontransaction& statements, const std::string& statement,
                        const Session::Parameters& values) {
  if (values.size() == Count) return run_with(statements, statement, values, std::make_index_sequence<Count>{});
  if constexpr (Count < Session::kMaxParameters) return run<Count + 1>(statements, statement, values);
  throw pqxx::usage_error{"too many parameters"};
}

Result<Rows> Session::query(const std::string& statement, const Parameters& parameters) {
  m_sqlstate.clear();
  for (const std::optional<std::string>& value : parameters)
    if (value && value->find('\0') != std::string::npos)
      return Error{ErrorKind::input, "a value holds a NUL byte, which PostgreSQL cannot store"};
  try {
    pqxx::nontransaction& statements = m_connection->statements;
    const pqxx::result result =
        parameters.empty() ? statements.exec(statement) : run(statements, statement, parameters);
    return Rows{std::make_shared<const Rows::Data>(Rows::Data{result})};
  } catch (const pqxx::broken_connection& error) {
    return failure(ErrorKind::incomplete, fmt::format("the connection was lost: {}", error.what()), "");
  } catch (const pqxx::serialization_failure& error) {  // in libpqxx 6 neither this nor the next is an sql_error
    m_sqlstate = "40001";
    return failure(ErrorKind::input, error.what(), m_sqlstate);
  } catch (const pqxx::transaction_rollback& error) {
    m_sqlstate = dynamic_cast<const pqxx::deadlock_detected*>(&error) != nullptr ? "40P01" : "40000";
    return failure(ErrorKind::input, error.what(), m_sqlstate);
  } catch (const pqxx::sql_error& error) {
    m_sqlstate = error.sqlstate();
    // 57P01..57P03: the server is going away; 53: it has run out of something. Neither is the statement's fault.
    const bool server = m_sqlstate.starts_with("57P") || m_sqlstate.starts_with("53") || m_sqlstate.starts_with("08");
    return failure(server ? ErrorKind::incomplete : ErrorKind::input, error.what(), m_sqlstate);
  } catch (const std::exception& error) {
    return failure(ErrorKind::internal, error.what(), "");
  }
}

int Session::server_version() const { return m_connection->connection.server_version(); }

std::string Session::name() const {
  const char* host = m_connection->connection.hostname();
  const char* database = m_connection->connection.dbname();
  return fmt::format("{} on {}", database ? database : "?", host && *host ? host : "the local socket");
}

}  // namespace idem
