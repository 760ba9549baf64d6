#pragma once

#include "base/result.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace idem {

namespace postgres {  // postgres/driver.hpp
class Answer;
class Connection;
}  // namespace postgres

// The rows of one answer. Copies share the same memory; views stay valid as long as any copy lives.
class Rows {
 public:
  Rows() = default;
  explicit Rows(std::shared_ptr<const postgres::Answer> answer) : m_answer(std::move(answer)) {}

  std::size_t size() const;     // rows
  std::size_t columns() const;  // columns of a row
  bool empty() const { return size() == 0; }
  std::size_t affected() const;  // rows an INSERT, UPDATE or DELETE touched
  std::string column_name(std::size_t column) const;

  bool is_null(std::size_t row, std::size_t column) const;
  std::string_view text(std::size_t row, std::size_t column) const;  // "" for NULL
  bool truth(std::size_t row, std::size_t column) const { return text(row, column) == "t"; }
  long long number(std::size_t row, std::size_t column) const;  // 0 for NULL or what is no whole number

 private:
  std::shared_ptr<const postgres::Answer> m_answer;
};

// One connection to a PostgreSQL server. Statements run as sent: no transaction is opened unless a statement opens one
// ("BEGIN", "COMMIT"). Values always travel as parameters ($1, $2, ...), in text form.
class Session {
 public:
  using Parameters = std::vector<std::optional<std::string>>;

  // `url` is a libpq URL or keyword string; what it leaves out comes from PGHOST, PGPORT and the rest.
  // A server that cannot be reached is ErrorKind::incomplete; no message holds the password.
  static Result<Session> open(const std::string& url);

  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();

  // One statement with up to kMaxParameters values. A lost server is ErrorKind::incomplete, anything else
  // ErrorKind::input with the server's first line and SQLSTATE. Several statements are allowed when there are no
  // values.
  Result<Rows> query(const std::string& statement, const Parameters& parameters = {});
  static constexpr std::size_t kMaxParameters = 12;

  const std::string& last_sqlstate() const { return m_sqlstate; }  // of the last failed query, "" where there is none
  int server_version() const;                                      // such as 150018
  std::string name() const;                                        // "database on host", for messages

 private:
  explicit Session(std::unique_ptr<postgres::Connection> connection);
  std::unique_ptr<postgres::Connection> m_connection;
  std::string m_sqlstate;
};

// `text` with what stands for a password in a connection URL or keyword string replaced by "***".
std::string without_password(std::string_view text);

// Whether libpq may take part of the password in this URL or keyword string for something else (a host, a database, a
// keyword) and show it as such: a URL with @ / or ? as they are between its first colon and its last @, or a keyword
// string with a word behind the password that is no keyword=value.
bool may_be_misread(std::string_view url);

}  // namespace idem
