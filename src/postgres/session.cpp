#include "postgres/session.hpp"

#include "base/resources.hpp"
#include "postgres/driver.hpp"

#include <charconv>

namespace idem {

std::size_t Rows::size() const { return m_answer ? m_answer->size() : 0; }
std::size_t Rows::columns() const { return m_answer ? m_answer->columns() : 0; }
std::size_t Rows::affected() const { return m_answer ? m_answer->affected() : 0; }
std::string Rows::column_name(std::size_t column) const { return m_answer->column_name(column); }
bool Rows::is_null(std::size_t row, std::size_t column) const { return m_answer->is_null(row, column); }
std::string_view Rows::text(std::size_t row, std::size_t column) const { return m_answer->text(row, column); }

long long Rows::number(std::size_t row, std::size_t column) const {
  const std::string_view digits = text(row, column);
  long long value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
}

Result<Session> Session::open(const std::string& url) {
  const Result<const postgres::Driver*> driver = postgres::driver();
  if (!driver) return driver.error();
  Result<std::unique_ptr<postgres::Connection>> connection = (*driver)->connect(url);
  if (!connection) return connection.error();
  Session session{*std::move(connection)};
  if (const Result<Rows> set = session.query(std::string{resource("sql/postgres/session.sql")}); !set)
    return set.error();
  return session;
}

Session::Session(std::unique_ptr<postgres::Connection> connection) : m_connection(std::move(connection)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

Result<Rows> Session::query(const std::string& statement, const Parameters& parameters) {
  m_sqlstate.clear();
  for (const std::optional<std::string>& value : parameters)
    if (value && value->find('\0') != std::string::npos)
      return Error{ErrorKind::input, "a value holds a NUL byte, which PostgreSQL cannot store"};
  Result<std::shared_ptr<const postgres::Answer>> answer = m_connection->query(statement, parameters, m_sqlstate);
  if (!answer) return answer.error();
  return Rows{*std::move(answer)};
}

int Session::server_version() const { return m_connection->server_version(); }
std::string Session::name() const { return m_connection->name(); }

}  // namespace idem
